import type { Body } from '../../api/answers.ts'

/** A row that says something else than before. */
type Revision = Body<'getRevisions'>[number]

export interface RevisedValue {
  readonly atSec: unknown
  readonly name: string
  readonly before: unknown
  readonly after: unknown
  readonly percent: number | null
}

/** One line for each column that changed. */
export function revisedValues(rows: readonly Revision[]): RevisedValue[] {
  return rows.flatMap((row) =>
    Object.keys(row.new)
      .filter((name) => JSON.stringify(row.old[name]) !== JSON.stringify(row.new[name]))
      .map((name) => {
        const before = row.old[name]
        const after = row.new[name]
        const isComparable = typeof before === 'number' && typeof after === 'number' && before !== 0
        const percent = isComparable ? (after / before - 1) * 100 : null
        return { atSec: row.key.atSec, name, before, after, percent }
      }),
  )
}

/** The key of a series from the address; nothing where that is not one. */
export function keyOf(text: string): Record<string, string> {
  try {
    const parsed = Object(JSON.parse(text)) as Record<string, unknown>
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}
