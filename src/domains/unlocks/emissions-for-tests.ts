import { NOW_SEC } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'

/** The day some days from the one on which tests take place, as a file writes it. */
export function dayFromNow(days: number): string {
  return new Date(secFromNow(days) * 1000).toISOString().slice(0, 10)
}

/** Its midnight in Unix seconds. Tests take place at noon. */
export function secFromNow(days: number): number {
  return dayStart(NOW_SEC) + days * DAY_SEC
}

/** A row of `unlock_schedules`. */
export function scheduleRow(
  id: string,
  schedule: Record<string, unknown>,
): Record<string, unknown> {
  return { id, file: null, schedule: JSON.stringify(schedule) }
}

/** Rows of `unlock_records`: days from now → tokens until then. */
export function recordRows(
  schedule: string,
  section: string,
  byDay: Record<string, number>,
): Record<string, unknown>[] {
  return Object.entries(byDay).map(([days, unlocked]) => ({
    schedule,
    section,
    atSec: secFromNow(Number(days)),
    unlocked,
  }))
}
