import { at } from '../../lib/at.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'
import {
  findRevised,
  type RevisedFact,
  type RevisionRange,
  readRevisedSeries,
  readRevisions,
} from '../../store/revisions.ts'
import type { RowFilter } from '../../store/row-filter.ts'
import type { KeyValue } from '../../store/row-versions.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { type Cursor, ofList } from '../cursor.ts'
import { kindsOf } from './fact-parameters.ts'

export interface RevisionQuery extends RevisionRange {
  readonly facts: readonly Fact[]
  filterOf(fact: Fact): RowFilter
  readonly limit: number
  /** One line for each series that a run changed, instead of one for each row. */
  readonly bySeries: boolean
  /** Run, fact and key of the last line of the page before. */
  readonly after: readonly KeyValue[] | undefined
}

/** A line of the list with where it stands. */
export interface RevisionLine {
  readonly revised: RevisedFact
  readonly row: Record<string, unknown>
  readonly position: readonly KeyValue[]
}

/** What changed, run by run, until there is one line more than the limit. */
export async function listRevisions(
  snapshot: Snapshot,
  query: RevisionQuery,
): Promise<RevisionLine[]> {
  const { facts, limit, after } = query
  const lines: RevisionLine[] = []
  for await (const revised of findRevised(snapshot, facts, rangeFrom(query))) {
    const isOfCursor = revised.run === after?.[0]
    if (isOfCursor && revised.fact.name < String(after?.[1])) continue
    const afterKey = isOfCursor && revised.fact.name === after?.[1] ? after?.slice(2) : undefined
    const page = { after: afterKey, limit: limit + 1 - lines.length }
    lines.push(...(await readLines(snapshot, revised, query, page)))
    if (lines.length > limit) break
  }
  return lines
}

/** The run of the cursor is looked at again: it may have changed more than one page shows. */
function rangeFrom({ after, ...range }: RevisionQuery): RevisionRange {
  const run = after?.[0]
  if (typeof run !== 'number') return range
  return range.descending
    ? { ...range, untilRun: Math.min(run, range.untilRun) }
    : { ...range, sinceRun: Math.max(run - 1, range.sinceRun) }
}

async function readLines(
  snapshot: Snapshot,
  revised: RevisedFact,
  { bySeries, filterOf }: RevisionQuery,
  page: { after: readonly KeyValue[] | undefined; limit: number },
): Promise<RevisionLine[]> {
  const { fact, run } = revised
  const read = bySeries ? readRevisedSeries : readRevisions
  const columns = bySeries ? Object.keys(fact.key) : identityColumns(fact)
  const rows = await read(snapshot, revised, { filter: filterOf(fact), ...page })
  return rows.map((row) => {
    const key = columns.map((name) => row[name] as KeyValue)
    return { revised, row, position: [run, fact.name, ...key] }
  })
}

/** The position of a cursor, checked against the fact that it names. */
export function revisionPosition(
  cursor: Cursor | undefined,
  list: string,
  facts: readonly Fact[],
  bySeries: boolean,
): readonly KeyValue[] | undefined {
  if (cursor === undefined) return undefined
  const fact = facts.find(({ name }) => name === cursor.position[1]) ?? at(facts, 0)
  const columns = bySeries ? Object.keys(fact.key) : identityColumns(fact)
  return ofList(cursor, list, ['uint32', 'text', ...kindsOf(fact, columns)])?.position
}
