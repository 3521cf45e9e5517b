import { DAY_SEC } from '../../../lib/clock.ts'
import type { Raise } from './raise-rounds.ts'

/** Rounds of a protocol, or of a family (`members`), newest first. */
export function protocolRaises(
  raises: readonly Raise[],
  members: readonly { id: string }[],
): Raise[] {
  const ids = new Set(members.map(({ id }) => id))
  return raises.filter(({ reports }) =>
    reports.some(({ protocol }) => protocol !== null && ids.has(protocol)),
  )
}

/** The UTC day of a timestamp as YYYY-MM-DD (raises.md#rounds). */
export function isoDay(atSec: number): string {
  return new Date(Math.floor(atSec / DAY_SEC) * DAY_SEC * 1000).toISOString().slice(0, 10)
}
