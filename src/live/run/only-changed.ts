import { identifier, identifiers, sql } from '../../lib/sql.ts'
import { identityColumns, sourceColumns } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { FactRows } from '../model/fact-rows.ts'

type Row = Record<string, unknown>

// Bound values travel in the address of a request, which servers limit.
const KEYS_BATCH_SIZE = 1_000

/** Leaves out rows that say what is on record already, where a source wants that. */
export function dropUnchanged(snapshot: Snapshot, made: readonly FactRows[]): Promise<FactRows[]> {
  return Promise.all(
    made.map(async (one) =>
      one.onlyChanged === true && one.rows.length > 0
        ? { ...one, rows: await listChanged(snapshot, one) }
        : one,
    ),
  )
}

async function listChanged(snapshot: Snapshot, { fact, rows }: FactRows): Promise<Row[]> {
  const { time } = fact
  const [first] = Object.keys(fact.key)
  if (time === undefined || first === undefined) return rows
  const isText = fact.key[first]?.kind !== 'int'
  const identity = identityColumns(fact)
  const changed: Row[] = []
  const byKey = [...Map.groupBy(rows, (row) => row[first])]
  for (let from = 0; from < byKey.length; from += KEYS_BATCH_SIZE) {
    const batch = byKey.slice(from, from + KEYS_BATCH_SIZE)
    const own = batch.flatMap(([, members]) => members)
    const times = own.map((row) => Number(row[time]))
    const where = sql`${identifier(first)} IN {keys:Array(${isText ? sql`String` : sql`Int64`})} AND ${identifier(time)} BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`
    const stored = await snapshot.query<Row>(
      sql`SELECT ${identifiers(sourceColumns(fact))} FROM ${snapshot.current(fact, where)}`,
      { keys: batch.map(([key]) => key as string), ...boundsOf(times) },
    )
    const known = new Map(stored.map((row) => [contentOf(identity, row), row]))
    for (const row of own) {
      const version = known.get(contentOf(identity, row))
      const isKnown =
        version !== undefined &&
        contentOf(Object.keys(fact.values), row) === contentOf(Object.keys(fact.values), version)
      if (!isKnown) changed.push(row)
    }
  }
  return changed
}

function boundsOf(times: readonly number[]): { fromSec: number; toSec: number } {
  return {
    fromSec: times.reduce((least, sec) => Math.min(least, sec)),
    toSec: times.reduce((most, sec) => Math.max(most, sec)),
  }
}

function contentOf(columns: readonly string[], row: Row): string {
  return JSON.stringify(columns.map((name) => row[name] ?? null))
}
