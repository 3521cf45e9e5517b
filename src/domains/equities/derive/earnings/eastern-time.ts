import { DAY_SEC, dayStart, HOUR_SEC, MINUTE_SEC } from '../../../../lib/clock.ts'
import { weekdayFrom } from '../days.ts'

/** A timestamp on the clocks of New York: its day since 1970, and the seconds since midnight. */
export interface EasternTime {
  readonly day: number
  readonly secondOfDay: number
}

export type ReportTime = 'bmo' | 'dmt' | 'amc' | 'unknown'

const SUNDAY = 0
const OPEN_SEC = 9 * HOUR_SEC + 30 * MINUTE_SEC
const CLOSE_SEC = 16 * HOUR_SEC

/** US Eastern time of a timestamp: five hours behind UTC, four in summer. */
export function easternTime(atSec: number): EasternTime {
  const localSec = atSec - (isSummer(atSec) ? 4 : 5) * HOUR_SEC
  const midnightSec = dayStart(localSec)
  return { day: midnightSec / DAY_SEC, secondOfDay: localSec - midnightSec }
}

/** The timestamp at which clocks in New York show a time, given as if it were UTC. */
export function fromEasternTime(localSec: number): number {
  const inSummerSec = localSec + 4 * HOUR_SEC
  return isSummer(inSummerSec) ? inSummerSec : localSec + 5 * HOUR_SEC
}

/** When in the trading day; both bells are market hours (equities.md#earnings-calendar). */
export function reportTime(atSec: number | null): ReportTime {
  if (atSec === null) return 'unknown'
  const { secondOfDay } = easternTime(atSec)
  if (secondOfDay < OPEN_SEC) return 'bmo'
  return secondOfDay > CLOSE_SEC ? 'amc' : 'dmt'
}

/** Second Sunday of March to first of November; before 2007 first of April to last of October. */
function isSummer(atSec: number): boolean {
  const year = new Date(atSec * 1000).getUTCFullYear()
  const [startDay, endDay] =
    year >= 2007
      ? [weekdayFrom(SUNDAY, year, 3, 8), weekdayFrom(SUNDAY, year, 11, 1)]
      : [weekdayFrom(SUNDAY, year, 4, 1), weekdayFrom(SUNDAY, year, 10, 25)]
  // Clocks change at two in the morning: at 07:00 UTC in spring, at 06:00 UTC in autumn.
  return atSec >= startDay * DAY_SEC + 7 * HOUR_SEC && atSec < endDay * DAY_SEC + 6 * HOUR_SEC
}
