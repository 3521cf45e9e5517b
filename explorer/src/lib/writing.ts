/** How figures are written, one rule each. Missing, zero and tiny never look alike. */

export const MISSING = '—'
const THIN_SPACE = '\u2009'
const MINUS = '\u2212'
const UNITS: readonly (readonly [size: number, unit: string])[] = [
  [1e12, 'tn'],
  [1e9, 'bn'],
  [1e6, 'M'],
  [1e3, 'k'],
]
// 999.95 M rounds to a billion, so it is written as one.
const NEARLY = 0.9995
const PRICE_DIGITS = 5
const MAX_DECIMALS = 20

export type Figure = number | null | undefined

export interface ShortFigure {
  readonly text: string
  readonly unit: string
}

// Made once: a table writes thousands of numbers.
const FORMATS = Array.from(
  { length: MAX_DECIMALS + 1 },
  (_, decimals) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
)
const EXACT = new Intl.NumberFormat('en-US', { maximumFractionDigits: MAX_DECIMALS })

/** A number with thousands set apart and a real minus sign. */
export function grouped(value: number, decimals: number): string {
  const format = FORMATS[decimals]
  if (format === undefined) throw new RangeError(`${decimals} decimals`)
  const text = format.format(Math.abs(value))
  const isZero = !/[1-9]/.test(text)
  return value < 0 && !isZero ? `${MINUS}${text}` : text
}

/** A few significant digits and the unit they are in, such as 20.6 and bn. */
export function short(value: Figure, digits = 3): ShortFigure {
  if (!isKnown(value)) return { text: MISSING, unit: '' }
  const [size, unit] = UNITS.find(([least]) => Math.abs(value) >= least * NEARLY) ?? [1, '']
  const scaled = value / size
  if (scaled === 0) return { text: '0', unit: '' }
  if (unit === '' && Math.abs(scaled) < 0.01)
    return { text: `${scaled < 0 ? `${MINUS} ` : ''}< 0.01`, unit: '' }
  const whole = Math.floor(Math.log10(Math.max(1, Math.abs(scaled)))) + 1
  const decimals = Number.isInteger(scaled) && unit === '' ? 0 : Math.max(0, digits - whole)
  return { text: grouped(scaled, decimals), unit }
}

/** The same in one text, such as $20.6 bn. */
export function shortText(value: Figure, { digits = 3, sign = '' } = {}): string {
  const { text, unit } = short(value, digits)
  if (text === MISSING) return text
  const signed = text.startsWith(MINUS) ? `${MINUS}${sign}${text.slice(1)}` : `${sign}${text}`
  return unit === '' ? signed : `${signed}${THIN_SPACE}${unit}`
}

/** A cell of a column whose head names the unit once. */
export function inUnit(value: Figure, unitSize: number, decimals: number): string {
  if (!isKnown(value)) return MISSING
  const scaled = value / unitSize
  if (scaled === 0) return '0'
  const least = 10 ** -decimals
  if (Math.abs(scaled) < least / 2) return `< ${least.toFixed(decimals)}`
  return grouped(scaled, decimals)
}

/** A change with its sign, in percent or percentage points; the head says which. */
export function change(value: Figure, decimals = 2): string {
  if (!isKnown(value)) return MISSING
  const text = grouped(value, decimals)
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** `up`, `down` or neither, by what is shown rather than by what is behind it. */
export function direction(value: Figure, decimals = 2): 'up' | 'down' | 'flat' {
  const text = change(value, decimals)
  if (text.startsWith('+')) return 'up'
  return text.startsWith(MINUS) ? 'down' : 'flat'
}

/** A price: two decimals from 1 on, five significant digits below, never an exponent. */
export function price(value: Figure): string {
  if (!isKnown(value)) return MISSING
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1) return grouped(value, 2)
  const zeros = -Math.floor(Math.log10(size)) - 1
  return grouped(value, Math.min(MAX_DECIMALS, zeros + PRICE_DIGITS))
}

/** Everything that is known of a value, for popovers and copies. */
export function exact(value: Figure, sign = ''): string {
  if (!isKnown(value)) return MISSING
  const text = EXACT.format(Math.abs(value))
  return `${value < 0 ? MINUS : ''}${sign}${text}`
}

export function isKnown(value: Figure): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

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
export function timestampText(sec: number): string {
  return `${dayText(sec)}, ${isoText(sec).slice(11, 16)}`
}

/** The day, or its time where it is not the start of one. */
export function shortTimestamp(sec: number): string {
  return sec % DAY_SEC === 0 ? dayText(sec) : timestampText(sec)
}

/** 16 Nov 2026, 12:21 UTC of whatever the service calls a time; what is none stays as it is. */
export function utcText(time: string | number | null, missing = ''): string {
  const sec = toSec(time)
  return sec === null ? (time === null ? missing : String(time)) : `${timestampText(sec)} UTC`
}

/** 2026-11-16 */
export function isoDay(sec: number): string {
  return isoText(sec).slice(0, 10)
}

export function isoText(sec: number): string {
  return new Date(sec * 1000).toISOString()
}

/** The first second of the day. */
export function dayStart(sec: number): number {
  return Math.floor(sec / DAY_SEC) * DAY_SEC
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
  return isoText(sec).slice(0, 16)
}

export function fromInputText(text: string): number | null {
  return toSec(`${text}:00Z`)
}
