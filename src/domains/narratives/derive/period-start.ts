import { DAY_SEC, dayStart } from '../../../lib/clock.ts'

export const PERIODS = ['7', '30', 'ytd', '365'] as const
export type Period = (typeof PERIODS)[number]

/**
 * Midnight of the day a period starts on: so many days before today, or the first of January (UTC;
 * semantics 9.1).
 */
export function periodStart(period: Period, nowSec: number): number {
  if (period !== 'ytd') return dayStart(nowSec) - Number(period) * DAY_SEC
  return Date.UTC(new Date(nowSec * 1000).getUTCFullYear(), 0, 1) / 1000
}
