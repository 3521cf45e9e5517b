import { DAY_SEC, HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { dateOf, twoDigits } from '../derive/days.ts'

/** A moment as the second document writes it: ISO 8601 in UTC, without fractions (decision 33). */
export function isoTime(atSec: number): string {
  const day = Math.floor(atSec / DAY_SEC)
  const second = Math.floor(atSec - day * DAY_SEC)
  const [hours, minutes] = [Math.floor(second / HOUR_SEC), Math.floor(second / MINUTE_SEC)]
  return `${dateOf(day)}T${twoDigits(hours)}:${twoDigits(minutes % 60)}:${twoDigits(second % 60)}Z`
}

export function isoTimeOrNull(atSec: number | null): string | null {
  return atSec === null ? null : isoTime(atSec)
}
