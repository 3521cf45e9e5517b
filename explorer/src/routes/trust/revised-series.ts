import type { Body } from '../../api/answers.ts'
import { change } from '../../lib/numbers.ts'

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
