import type { Body } from '../../api/request.ts'
import { change } from '../../lib/writing.ts'

export type RevisedList = Body<'getRevisions', { groupBy: 'run' }>

/** A series that a run changed: one line of the revisions. */
export type RevisedSeries = RevisedList[number]

type Changes = RevisedSeries['changesPct']

/** The largest change of a line by its size, in percent; null where none can be told. */
export function largestChange(changes: Changes): number | null {
  const all = Object.values(changes).flatMap(({ min, max }) => [min ?? [], max ?? []].flat())
  return all.reduce<number | null>(
    (most, one) => (most === null || Math.abs(one) > Math.abs(most) ? one : most),
    null,
  )
}

/** +15.20 to +17.21%, of the column that changed most. */
export function spanText(changes: Changes): string {
  const spans = Object.values(changes)
  if (spans.length === 0) return 'words'
  const size = ({ min, max }: Changes[string]) => Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0))
  const [widest] = [...spans].sort((a, b) => size(b) - size(a))
  if (widest === undefined || size(widest) === 0)
    return spans.some(({ min }) => min === null) ? 'from nothing' : 'words'
  const { min, max } = widest
  return min === max ? `${change(min)}%` : `${change(min)} to ${change(max)}%`
}

/** A row that says something else than before. */
export type Revision = Body<'getRevisions'>[number]

export type RevisedValue = ReturnType<typeof revisedValues>[number]

/** One line for each column that changed. */
export function revisedValues(rows: readonly Revision[]) {
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

/** The key of a series from the URL; nothing where that is not one. */
export function keyOf(text: string): Record<string, string> {
  try {
    const parsed = Object(JSON.parse(text)) as Record<string, unknown>
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}
