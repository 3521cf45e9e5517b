import { identifier, identifiers, joinSql, type Sql, sql, withNumber } from '../lib/sql.ts'
import { type Fact, sourceColumns } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import { QUALITY_TYPE } from '../store/tables.ts'

const VERSIONS_SUFFIX = '_versions'

/** Columns that every view has after those of the fact, in this order. */
const RECORD_COLUMNS = {
  quality: QUALITY_TYPE,
  run: sql`UInt32`,
  recordedAt: sql`DateTime64(3, 'UTC')`,
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
  const types = (columns: Fact['values']): [string, Sql][] =>
    Object.entries(columns).map(([name, { sqlType }]) => [name, sqlType])
  const time: [string, Sql][] = fact.time === undefined ? [] : [[fact.time, sql`UInt32`]]
  const all = [
    ...types(fact.key),
    ...time,
    ...types(fact.values),
    ...Object.entries(RECORD_COLUMNS),
  ]
  return Object.fromEntries(all.map(([name, type]) => [name, type.text]))
}

/** SQL of views as `WITH` queries over what a snapshot shows; empty when none is read. */
export function viewsSql(
  names: Iterable<string>,
  facts: ReadonlyMap<string, Fact>,
  snapshot: Snapshot,
): Sql {
  const queries = [...names].map(
    (name) => sql`${identifier(name)} AS ${viewSql(name, facts, snapshot)}`,
  )
  if (queries.length === 0) return sql``
  // A number of ours, not text of a caller: with bound values the embedded engine runs one
  // statement after the other, so a long one would keep all responses waiting.
  return withNumber(sql`WITH ${joinSql(queries)} `, '{snapshotRun:UInt32}', snapshot.run)
}

function viewSql(name: string, facts: ReadonlyMap<string, Fact>, snapshot: Snapshot): Sql {
  const fact = facts.get(name)
  if (fact !== undefined) return snapshot.current(fact)
  const versioned = facts.get(name.slice(0, -VERSIONS_SUFFIX.length))
  if (versioned === undefined) throw new Error(`There is no view ${name}.`)
  const columns = identifiers([...sourceColumns(versioned), ...Object.keys(RECORD_COLUMNS)])
  return sql`(SELECT ${columns} ${snapshot.versions(versioned)})`
}
