import { DAY_SEC, dayStart, HOUR_SEC, MINUTE_SEC } from '../../../../lib/clock.ts'

/**
 * A moment on the clocks of New York: the number of its day since 1970 and the seconds since its
 * midnight.
 */
export interface EasternTime {
  readonly day: number
  readonly secondOfDay: number
}

export type ReportTime = 'bmo' | 'dmt' | 'amc' | 'unknown'

const OPEN_SEC = 9 * HOUR_SEC + 30 * MINUTE_SEC
const CLOSE_SEC = 16 * HOUR_SEC

/** US Eastern time of a moment: five hours behind UTC, four in summer. */
export function easternTime(atSec: number): EasternTime {
  const localSec = atSec - (isSummer(atSec) ? 4 : 5) * HOUR_SEC
  const midnightSec = dayStart(localSec)
  return { day: midnightSec / DAY_SEC, secondOfDay: localSec - midnightSec }
}

/** The moment at which clocks in New York show a time, given as if it were UTC. */
export function fromEasternTime(localSec: number): number {
  const inSummerSec = localSec + 4 * HOUR_SEC
  return isSummer(inSummerSec) ? inSummerSec : localSec + 5 * HOUR_SEC
}

/**
 * When in the trading day something was accepted; the opening and the closing bell themselves are
 * market hours (decision 56).
 */
export function reportTime(atSec: number | null): ReportTime {
  if (atSec === null) return 'unknown'
  const { secondOfDay } = easternTime(atSec)
  if (secondOfDay < OPEN_SEC) return 'bmo'
  return secondOfDay > CLOSE_SEC ? 'amc' : 'dmt'
}

/**
 * Since 2007 from the second Sunday of March to the first of November; before from the first of
 * April to the last of October.
 */
function isSummer(atSec: number): boolean {
  const year = new Date(atSec * 1000).getUTCFullYear()
  const [startDay, endDay] =
    year >= 2007
      ? [sunday(year, 2, 8), sunday(year, 10, 1)]
      : [sunday(year, 3, 1), sunday(year, 9, 25)]
  // Clocks change at two in the morning: 07:00 UTC in spring and, still in summer time, 06:00 UTC
  // in autumn.
  return atSec >= startDay * DAY_SEC + 7 * HOUR_SEC && atSec < endDay * DAY_SEC + 6 * HOUR_SEC
}

/** The first Sunday on or after a day of a month. */
function sunday(year: number, month: number, fromDate: number): number {
  const day = Date.UTC(year, month, fromDate) / 1000 / DAY_SEC
  // 1 January 1970 was a Thursday, four days after a Sunday.
  return day + ((7 - ((day + 4) % 7)) % 7)
}
