import { collectBatches } from '../../lib/batches.ts'
import { identifier, joinSql, sql } from '../../lib/sql.ts'
import type { ReadyRows } from '../../runs/run.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Store } from '../../store/store.ts'
import { type FactRows, type Row, rowKey } from '../model/fact-rows.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'

/** A row that is not published, and why: held and stored, or rejected. */
export interface RowProblem {
  fact: Fact
  row: Row
  kind: 'held' | 'rejected'
  reason: string
}

export interface SettledRows extends ReadyRows {
  problems: RowProblem[]
}

/** Makes rows ready to be stored: checked, held where the fact says so, without repetitions. */
export async function settleRows(store: Store, made: readonly FactRows[]): Promise<SettledRows> {
  // In parallel: the engine takes longer to plan such queries than to run them.
  const settled = await Promise.all(made.map((one) => settleFact(store, one, store.snapshot())))
  const all = settled.flatMap(({ rows }) => rows)
  const problems = settled.flatMap((one) => one.problems)
  const held = all.filter(({ quality }) => quality === 'held').length
  const rejected = problems.filter(({ kind }) => kind === 'rejected').length
  return {
    rows: [...Map.groupBy(settled, ({ fact }) => fact)].map(([fact, own]) => ({
      fact,
      rows: own.flatMap(({ rows }) => rows),
    })),
    counts: { accepted: all.length - held, rejected, held },
    problems,
  }
}

/** The rows that `settleRows` would leave over what a snapshot shows, without writing them. */
export async function normalizeRows(
  store: Store,
  made: FactRows,
  before: Snapshot = store.snapshot(),
): Promise<Row[]> {
  return (await settleFact(store, made, before)).rows
}

async function settleFact(
  store: Store,
  { fact, rows: given, onlyNew = false, onlyKnown = false }: FactRows,
  before: Snapshot,
): Promise<{ fact: Fact; rows: Row[]; problems: RowProblem[] }> {
  const rows = onlyKnown ? await fillFromRecord(before, fact, given) : given
  const checked = await checkRows(store.engine, fact, rows)
  markConflicts(fact, checked)
  const problems = checked.flatMap(({ given, row, rejected, held }): RowProblem[] => {
    if (rejected !== '') return [{ fact, row, kind: 'rejected', reason: rejected }]
    // What a guard holds already is reported by the guard.
    return held === '' || given.quality === 'held'
      ? []
      : [{ fact, row, kind: 'held', reason: held }]
  })
  const valid = checked.filter(({ rejected }) => rejected === '')
  const keyOf = rowKey(fact)
  const isTimed = fact.time !== undefined
  const rowsOfKeys = isTimed ? [] : valid.map(({ row }) => row)
  const versions = new Map(
    (await readVersions(before, fact, rowsOfKeys)).map((version) => [keyOf(version), version]),
  )
  const settled = new Map<string, Row>()
  for (const { given, row, held } of valid) {
    const version = versions.get(keyOf(row))
    if (version !== undefined && onlyNew) continue
    const filled = version === undefined ? row : fillGaps(fact, given, row, version)
    if (version !== undefined && isSame(fact, filled, version)) continue
    settled.set(contentOf(fact, filled), held === '' ? filled : { ...filled, quality: 'held' })
  }
  return { fact, rows: [...settled.values()], problems }
}

/** Whole rows of what is on record, with the columns that were given. */
async function fillFromRecord(before: Snapshot, fact: Fact, rows: readonly Row[]): Promise<Row[]> {
  const keyOf = rowKey(fact)
  const names = [...Object.keys(fact.key), ...Object.keys(fact.values)]
  const versions = new Map(
    (await readVersions(before, fact, rows)).map((version) => [
      keyOf(version),
      Object.fromEntries(names.map((name) => [name, version[name]])),
    ]),
  )
  return rows.flatMap((row) => {
    const version = versions.get(keyOf(row))
    return version === undefined ? [] : [{ ...version, ...row }]
  })
}

/** Rows of one key that say different things are all held; rows held anyway do not count. */
function markConflicts(fact: Fact, checked: readonly CheckedRow[]): void {
  const served = checked.filter(
    ({ row, rejected, held }) => rejected === '' && held === '' && row.quality !== 'held',
  )
  const keyOf = rowKey(fact)
  const reason = `another row has the same ${identityColumns(fact).join(', ')} and other values`
  for (const group of Map.groupBy(served, ({ row }) => keyOf(row)).values()) {
    const contents = new Set(group.map(({ row }) => contentOf(fact, row)))
    if (contents.size > 1) for (const one of group) one.held = reason
  }
}

/** A column that the row does not name keeps what it has. */
function fillGaps(fact: Fact, given: Row, row: Row, version: Row): Row {
  const gaps = Object.keys(fact.values).filter(
    (name) => given[name] === undefined && row[name] === null,
  )
  return { ...row, ...Object.fromEntries(gaps.map((name) => [name, version[name]])) }
}

function contentOf(fact: Fact, row: Row): string {
  return JSON.stringify([
    ...identityColumns(fact).map((name) => row[name]),
    row.quality,
    ...Object.keys(fact.values).map((name) => row[name]),
  ])
}

function isSame(fact: Fact, row: Row, version: Row): boolean {
  return Object.keys(fact.values).every(
    (name) => JSON.stringify(row[name]) === JSON.stringify(version[name]),
  )
}

// Bound values travel in the URL of a request, which servers limit.
const KEYS_BATCH_SIZE = 2_000

/** The current versions of what some rows describe; the fact has no time. */
async function readVersions(snapshot: Snapshot, fact: Fact, rows: readonly Row[]): Promise<Row[]> {
  const names = Object.keys(fact.key)
  const typeOf = (name: string) => (fact.key[name]?.kind === 'int' ? sql`Int64` : sql`String`)
  const where = joinSql(
    names.map((name) => sql`${identifier(name)} IN {${identifier(name)}:Array(${typeOf(name)})}`),
    sql` AND `,
  )
  return collectBatches(rows, KEYS_BATCH_SIZE, (batch) =>
    snapshot.query<Row>(
      sql`SELECT * FROM ${snapshot.current(fact, where)}`,
      Object.fromEntries(
        names.map((name) => [name, [...new Set(batch.map((row) => row[name] as string | number))]]),
      ),
    ),
  )
}
