/** Times are UTC everywhere; a page names the zone once. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const DAY_SEC = 86_400
const MINUTE_SEC = 60
const HOUR_SEC = 3_600
// Ages switch units late, so that 89 s and 89 min keep their precision.
const AGES: readonly (readonly [below: number, size: number, unit: string])[] = [
  [90, 1, 's'],
  [90 * MINUTE_SEC, MINUTE_SEC, 'min'],
  [48 * HOUR_SEC, HOUR_SEC, 'h'],
  [730 * DAY_SEC, DAY_SEC, 'd'],
]

/** 16 Nov 2026 */
export function dayText(sec: number): string {
  const date = new Date(sec * 1000)
  return `${date.getUTCDate()} ${monthName(date.getUTCMonth())} ${date.getUTCFullYear()}`
}

/** 16 Nov 2026, 12:21 */
export function momentText(sec: number): string {
  return `${dayText(sec)}, ${new Date(sec * 1000).toISOString().slice(11, 16)}`
}

export function monthName(month: number): string {
  return MONTHS[month] ?? ''
}

/** 21 min; a point of the future has no age. */
export function ageText(sec: number | null | undefined): string {
  if (sec === null || sec === undefined || !Number.isFinite(sec)) return '—'
  const age = Math.max(0, sec)
  const [, size, unit] = AGES.find(([below]) => age < below) ?? [0, 365.25 * DAY_SEC, 'y']
  return `${Math.round(age / size)} ${unit}`
}

/** Seconds of whatever the service calls a time: seconds, milliseconds, digits as text, ISO 8601. */
export function toSec(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value))
    return value > 1e11 ? Math.floor(value / 1000) : value
  if (typeof value !== 'string' || value === '') return null
  if (/^\d+(\.\d+)?$/.test(value)) return toSec(Number(value))
  const parsed = Date.parse(value.length === 10 ? `${value}T00:00:00Z` : value)
  return Number.isNaN(parsed) ? null : Math.floor(parsed / 1000)
}

/** What `<input type="datetime-local">` holds, read as UTC. */
export function toInputText(sec: number): string {
  return new Date(sec * 1000).toISOString().slice(0, 16)
}

export function fromInputText(text: string): number | null {
  return toSec(`${text}:00Z`)
}
