import { DAY_SEC } from '../../../lib/clock.ts'

export const SPANS = ['yearly', 'quarterly', 'monthly'] as const
export type Span = (typeof SPANS)[number]

/**
 * The periods that a day belongs to, by the UTC calendar: `2024`, `2024-Q1`, `2024-01` (decision
 * 59).
 */
export function periodsOf(day: number): Record<Span, string> {
  const date = new Date(day * DAY_SEC * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  return {
    yearly: String(year),
    quarterly: `${year}-Q${Math.ceil(month / 3)}`,
    monthly: `${year}-${String(month).padStart(2, '0')}`,
  }
}
