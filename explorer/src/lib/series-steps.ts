import type { ChartData, Value } from './series.ts'
import { DAY_SEC } from './writing.ts'

/** Points of days as points of weeks, months, quarters or years, each at its start. */

export const STEPS = ['d', 'w', 'm', 'q', 'y'] as const
export type Step = (typeof STEPS)[number]
export const STEP_NAMES = { d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' } as const

/** What the values of a period become: levels take the last, flows add up, rates are averaged. */
export type StepRule = 'last' | 'sum' | 'mean'

const WEEK_SEC = 7 * DAY_SEC
// 1 January 1970 was a Thursday: the Monday of its week lies three days before it.
const MONDAY_SEC = -3 * DAY_SEC

/** The number of the period that holds a timestamp; neighbours differ by one. */
export function periodOf(sec: number, step: Step): number {
  if (step === 'd') return Math.floor(sec / DAY_SEC)
  if (step === 'w') return Math.floor((sec - MONDAY_SEC) / WEEK_SEC)
  const date = new Date(sec * 1000)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  return Math.floor(month / MONTHS[step])
}

export function periodStart(period: number, step: Step): number {
  if (step === 'd') return period * DAY_SEC
  if (step === 'w') return period * WEEK_SEC + MONDAY_SEC
  const month = period * MONTHS[step]
  return Date.UTC(Math.floor(month / 12), month % 12) / 1000
}

/** The first second of the Monday before, or of the same day. */
export function weekStart(sec: number): number {
  return periodStart(periodOf(sec, 'w'), 'w')
}

/** The first second of the month. */
export function monthStart(sec: number): number {
  return periodStart(periodOf(sec, 'm'), 'm')
}

const MONTHS = { m: 1, q: 3, y: 12 } as const

export interface Stepped extends ChartData {
  /** Start of a period that is not over and therefore not summed. */
  readonly openSec: number | null
}

/** One point for each period. A sum of a period that is not over would look small: it is missing. */
export function stepped({ times, series }: ChartData, step: Step, rule: StepRule): Stepped {
  const newest = times.at(-1)
  if (step === 'd' || newest === undefined) return { times, series, openSec: null }
  const periods = [...new Set(times.map((sec) => periodOf(sec, step)))]
  const places = new Map(periods.map((period, index) => [period, index]))
  const last = periodOf(newest, step)
  const isOpen = rule === 'sum' && newest + DAY_SEC < periodStart(last + 1, step)
  return {
    times: periods.map((period) => periodStart(period, step)),
    series: series.map(({ name, values }) => {
      const known: number[][] = periods.map(() => [])
      for (const [index, sec] of times.entries()) {
        const value = values[index]
        if (value !== null && value !== undefined)
          known[places.get(periodOf(sec, step)) ?? -1]?.push(value)
      }
      const combined = known.map((part) => combine(part, rule))
      return { name, values: isOpen ? combined.with(-1, null) : combined }
    }),
    openSec: isOpen ? periodStart(last, step) : null,
  }
}

function combine(known: readonly number[], rule: StepRule): Value {
  const last = known.at(-1)
  if (last === undefined) return null
  if (rule === 'last') return last
  const sum = known.reduce((before, value) => before + value, 0)
  return rule === 'sum' ? sum : sum / known.length
}
