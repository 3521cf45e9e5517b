import { DAY_SEC, dayStart } from '../../../../lib/clock.ts'
import { monthsBefore, yearStart } from '../days.ts'
import { type Split, splitFactor } from './split-adjusted.ts'

/** Daily closes of about a year, oldest first, as they were traded. */
export interface DailyCloses {
  readonly timesSec: ArrayLike<number>
  readonly closes: ArrayLike<number>
  /** Shares traded on the last day. */
  readonly volume: number
}

/** The newest five-minute bar and what was traded in its session. */
export interface NewestIntraday {
  readonly atSec: number
  readonly close: number
  readonly volume: number
}

/** The newest price and those it is compared with, all in today's shares. */
export interface Quote {
  readonly price: number
  readonly atSec: number
  readonly volume: number
  readonly volumeAsOfSec: number
  readonly previousClose: number | null
  readonly close7d: number | null
  readonly close1m: number | null
  readonly close3m: number | null
  readonly close6m: number | null
  readonly closeYtd: number | null
  readonly close1y: number | null
}

// A close that is older than this before the start of a window says nothing about it: the share was
// not traded then.
const MAX_AGE_DAYS = 10

/**
 * The newest price is the last daily close, or the newest five-minute bar once a session has begun
 * that has no close yet. Each window starts with the last close on or before its first day; the
 * year to date with the last close of the year before (decision 124).
 */
export function makeQuote(
  daily: DailyCloses | undefined,
  intraday: NewestIntraday | undefined,
  splits: readonly Split[],
): Quote | null {
  const count = daily?.timesSec.length ?? 0
  const lastSec = count === 0 ? -1 : (daily?.timesSec[count - 1] ?? -1)
  const intradayDaySec = intraday === undefined ? -1 : dayStart(intraday.atSec)
  const isLive = intraday !== undefined && intradayDaySec > lastSec
  if (count === 0 && !isLive) return null
  const atSec = intraday !== undefined && intradayDaySec >= lastSec ? intraday.atSec : lastSec
  const daySec = dayStart(atSec)
  const day = daySec / DAY_SEC
  const closeBy = (wantedDay: number, maxAgeDays = MAX_AGE_DAYS): number | null => {
    const index = daily === undefined ? -1 : lastAtOrBefore(daily.timesSec, wantedDay * DAY_SEC)
    const closeSec = daily?.timesSec[index]
    if (closeSec === undefined || closeSec < (wantedDay - maxAgeDays) * DAY_SEC) return null
    return (daily?.closes[index] ?? 0) / splitFactor(splits, closeSec, daySec)
  }
  return {
    price: isLive ? intraday.close : (daily?.closes[count - 1] ?? 0),
    atSec,
    volume: isLive ? intraday.volume : (daily?.volume ?? 0),
    volumeAsOfSec: isLive ? atSec : lastSec,
    previousClose: closeBy(day - 1),
    close7d: closeBy(day - 7),
    close1m: closeBy(monthsBefore(day, 1)),
    close3m: closeBy(monthsBefore(day, 3)),
    close6m: closeBy(monthsBefore(day, 6)),
    closeYtd: closeBy(yearStart(day) - 1),
    close1y: closeBy(monthsBefore(day, 12)),
  }
}

/** Index of the last time at or before a moment in times in order, or −1. */
function lastAtOrBefore(timesSec: ArrayLike<number>, atSec: number): number {
  let [low, high] = [0, timesSec.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((timesSec[middle] ?? 0) <= atSec) low = middle + 1
    else high = middle
  }
  return low - 1
}
