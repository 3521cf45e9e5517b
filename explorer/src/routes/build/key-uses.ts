import type { ResponseOf } from '../../api/operations.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { toSec } from '../../lib/writing.ts'

const DAY_MS = 86_400_000

type Use = Pick<ResponseOf<'getKeyUsage'>['uses'][number], 'day' | 'operation' | 'requests'>

/** Requests by day of each operation, summed over keys; a day without any has 0. */
export function usesByOperation(uses: readonly Use[], days: readonly string[]): NamedPoints[] {
  const byOperation = Map.groupBy(uses, ({ operation }) => operation)
  return [...byOperation].map(([name, own]) => ({
    name,
    points: days.map((day) => [
      toSec(day),
      own.reduce((sum, use) => (use.day === day ? sum + use.requests : sum), 0),
    ]),
  }))
}

/** UTC days up to a timestamp, the oldest first. */
export function daysUpTo(nowMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
