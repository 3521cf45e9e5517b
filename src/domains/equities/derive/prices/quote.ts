import { countUpTo } from '../../../../derive/count-up-to.ts'
import { at } from '../../../../lib/at.ts'
import { DAY_SEC, dayStart } from '../../../../lib/clock.ts'
import { monthsBefore, yearStart } from '../days.ts'
import { type Bar, type Split, splitFactor } from './split-adjusted.ts'

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

/** Closes before windows of time, in today's shares. */
export type WindowCloses = Readonly<Record<Window, number | null>>
type Window = 'previousClose' | `close${'7d' | '1m' | '3m' | '6m' | 'Ytd' | '1y'}`

/** The newest price and those it is compared with, all in today's shares. */
export interface Quote extends WindowCloses {
  readonly price: number
  readonly atSec: number
  readonly volume: number
  readonly volumeAsOfSec: number
}

// An older close says nothing about the start of a window: the share was not traded then.
const MAX_AGE_DAYS = 10

/** The newest price, and the last closes on or before windows begin (equities.md#newest-price). */
export function makeQuote(
  daily: DailyCloses | undefined,
  intraday: NewestIntraday | undefined,
  splits: readonly Split[],
): Quote | null {
  const newest = newestTrade(daily, intraday)
  if (newest === null) return null
  const daySec = dayStart(newest.atSec)
  const day = daySec / DAY_SEC
  const closeBy = (wantedDay: number): number | null => {
    const index = daily === undefined ? -1 : countUpTo(daily.timesSec, wantedDay * DAY_SEC) - 1
    if (daily === undefined || index < 0) return null
    const closeSec = at(daily.timesSec, index)
    if (closeSec < (wantedDay - MAX_AGE_DAYS) * DAY_SEC) return null
    return at(daily.closes, index) / splitFactor(splits, closeSec, daySec)
  }
  return {
    ...newest,
    previousClose: closeBy(day - 1),
    close7d: closeBy(day - 7),
    close1m: closeBy(monthsBefore(day, 1)),
    close3m: closeBy(monthsBefore(day, 3)),
    close6m: closeBy(monthsBefore(day, 6)),
    closeYtd: closeBy(yearStart(day) - 1),
    close1y: closeBy(monthsBefore(day, 12)),
  }
}

type Trade = Pick<Quote, 'price' | 'atSec' | 'volume' | 'volumeAsOfSec'>

function newestTrade(
  daily: DailyCloses | undefined,
  intraday: NewestIntraday | undefined,
): Trade | null {
  const days = daily === undefined ? 0 : daily.timesSec.length
  const lastSec = daily === undefined || days === 0 ? -1 : at(daily.timesSec, days - 1)
  const intradayDaySec = intraday === undefined ? -1 : dayStart(intraday.atSec)
  if (intraday !== undefined && intradayDaySec > lastSec) {
    const { close, atSec, volume } = intraday
    return { price: close, atSec, volume, volumeAsOfSec: atSec }
  }
  if (daily === undefined || days === 0) return null
  return {
    price: at(daily.closes, days - 1),
    // On the day of the close, the last timestamp of its session.
    atSec: intraday !== undefined && intradayDaySec === lastSec ? intraday.atSec : lastSec,
    volume: daily.volume,
    volumeAsOfSec: lastSec,
  }
}

const YEAR_DAYS = 364

/** Highest and lowest of 52 weeks and the newest price; bars are in today's shares. */
export function yearRange(
  bars: readonly Bar[],
  newest: { price: number; atSec: number },
): { high: number; low: number } {
  const fromSec = dayStart(newest.atSec) - YEAR_DAYS * DAY_SEC
  const recent = bars.filter(({ atSec }) => atSec > fromSec)
  return {
    high: recent.reduce((highest, { high }) => Math.max(highest, high), newest.price),
    low: recent.reduce((lowest, { low }) => Math.min(lowest, low), newest.price),
  }
}
