import { type Fact, sourceColumns } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import { QUALITY_TYPE } from '../store/tables.ts'

const VERSIONS_SUFFIX = '_versions'

/** Columns that every view has after those of the fact, in this order. */
const RECORD_COLUMNS = {
  quality: QUALITY_TYPE,
  run: 'UInt32',
  recordedAt: "DateTime64(3, 'UTC')",
}

/** Names that statements read from: each fact, and the versions of each. */
export function viewNames(facts: Iterable<Fact>): Set<string> {
  const names = [...facts].map(({ name }) => name)
  return new Set([...names, ...names.map(versionsViewOf)])
}

export function versionsViewOf(fact: string): string {
  return `${fact}${VERSIONS_SUFFIX}`
}

/** Types of the columns of both views of a fact. */
export function viewColumns(fact: Fact): Record<string, string> {
  const types = (columns: Fact['values']) =>
    Object.entries(columns).map(([name, { sqlType }]) => [name, sqlType])
  const time = fact.time === undefined ? [] : [[fact.time, 'UInt32']]
  return {
    ...Object.fromEntries([...types(fact.key), ...time, ...types(fact.values)]),
    ...RECORD_COLUMNS,
  }
}

/** SQL of views as `WITH` queries over what a snapshot shows; empty when none is read. */
export function viewsSql(
  names: Iterable<string>,
  facts: ReadonlyMap<string, Fact>,
  snapshot: Snapshot,
): string {
  const queries = [...names].map((name) => `${name} AS ${viewSql(name, facts, snapshot)}`)
  if (queries.length === 0) return ''
  // A number of ours, not text of a caller: with bound values the embedded engine runs one
  // statement after the other, so a long one would keep all answers waiting.
  return `WITH ${queries.join(', ')} `.replaceAll('{snapshotRun:UInt32}', String(snapshot.run))
}

function viewSql(name: string, facts: ReadonlyMap<string, Fact>, snapshot: Snapshot): string {
  const fact = facts.get(name)
  if (fact !== undefined) return snapshot.current(fact)
  const versioned = facts.get(name.slice(0, -VERSIONS_SUFFIX.length))
  if (versioned === undefined) throw new Error(`There is no view ${name}.`)
  const columns = [...sourceColumns(versioned), ...Object.keys(RECORD_COLUMNS)].join(', ')
  return `(SELECT ${columns} ${snapshot.versions(versioned)})`
}
