import { DAY_SEC } from '../../lib/clock.ts'

const DIGITS = /^\d+$/
const DAY_TEXT = /^\d{4}-\d\d-\d\d$/
// No response has seconds that large: 1e11 s is the year 5138.
const FIRST_MS = 1e11

/** Unix seconds of a time in any of the forms that responses have; `undefined` for what is none. */
export function secOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= FIRST_MS ? value / 1000 : value
  if (typeof value !== 'string') return undefined
  if (DIGITS.test(value)) return secOf(Number(value))
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

/** A time in the form of another one, which it replaces. */
export function inFormOf(form: unknown, sec: number): unknown {
  if (typeof form === 'number') return form >= FIRST_MS ? sec * 1000 : sec
  if (typeof form !== 'string') return form
  if (DIGITS.test(form)) return String(inFormOf(Number(form), sec))
  const iso = new Date(sec * 1000).toISOString()
  if (DAY_TEXT.test(form)) return iso.slice(0, 10)
  return form.includes('.') ? iso : iso.replace('.000Z', 'Z')
}

export const GRANULARITIES = ['day', 'week', 'month'] as const
export type Granularity = (typeof GRANULARITIES)[number]

const WEEK_SEC = 7 * DAY_SEC
// 1 January 1970 was a Thursday: the Monday of its week is three days before it.
const FIRST_MONDAY_SEC = -3 * DAY_SEC

/** The start of the UTC day, week (Monday) or month that holds a timestamp. */
export function periodStart(sec: number, granularity: Granularity): number {
  if (granularity === 'day') return Math.floor(sec / DAY_SEC) * DAY_SEC
  if (granularity === 'week')
    return Math.floor((sec - FIRST_MONDAY_SEC) / WEEK_SEC) * WEEK_SEC + FIRST_MONDAY_SEC
  const date = new Date(sec * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}
