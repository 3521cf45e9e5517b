import type { NamedPoints } from '../../blocks/chart/series-block.tsx'
import { toSec } from '../../lib/times.ts'

interface Use {
  readonly day: string
  readonly operation: string
  readonly requests: number
}

/** Requests by day of each operation, summed over keys. */
export function usesByOperation(uses: readonly Use[]): NamedPoints[] {
  const byOperation = Map.groupBy(uses, ({ operation }) => operation)
  return [...byOperation].map(([name, own]) => ({
    name,
    points: [...Map.groupBy(own, ({ day }) => day)].map(([day, ofDay]) => [
      toSec(day),
      ofDay.reduce((sum, { requests }) => sum + requests, 0),
    ]),
  }))
}
