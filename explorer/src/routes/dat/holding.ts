import type { Body } from '../../api/answers.ts'
import type { NamedPoints } from '../../blocks/chart/series-block.tsx'

export type Transaction = Held['transactions'][number]

export type Held = Body<'getInstitution'>

const COUNTS = ['Realized', 'Realistic', 'Maximum']
const FIRST_COLUMN = { shares: 1, mcap: 4, premium: 7 }

/** A figure of each day by the three ways to count shares. */
export function countedSeries(
  stats: Held['stats'],
  figure: keyof typeof FIRST_COLUMN,
): NamedPoints[] {
  const first = FIRST_COLUMN[figure]
  return COUNTS.map((name, index) => ({
    name,
    points: stats.map((row) => [row[0] ?? null, row[first + index] ?? null]),
  }))
}

export function numberOf(text: string | null): number | null {
  return text === null || text === '' ? null : Number(text)
}

export function stateOf({ is_approved, reject_reason }: Transaction): string {
  if (is_approved) return 'approved'
  return reject_reason === null ? 'not approved' : `rejected: ${reject_reason}`
}
