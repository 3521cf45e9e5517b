import type { ReadyRows } from '../../runs/run.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Store } from '../../store/store.ts'
import { type CheckedRow, checkRows, type Row } from './check-rows.ts'
import { readVersions } from './known-versions.ts'
import type { FactRows } from './observation-writer.ts'

/** A row that is not published, and why: held back and kept, or not fit to be kept. */
export interface RowProblem {
  fact: Fact
  row: Row
  kind: 'held' | 'rejected'
  reason: string
}

export interface SettledRows extends ReadyRows {
  problems: RowProblem[]
}

/**
 * Makes rows made by code ready to be stored, treated as a file's would be: checked, and held back
 * where the fact says so. Rows may carry their `quality`. Of facts without a time only what is new
 * is left.
 */
export async function settleRows(store: Store, made: readonly FactRows[]): Promise<SettledRows> {
  // Side by side: the engine takes longer to plan such questions than to answer them.
  const settled = await Promise.all(made.map((one) => settleFact(store, one, store.snapshot())))
  const problems = settled.flatMap((one) => one.problems)
  const rows = settled.map(({ good }, index) => ({
    fact: (made[index] as FactRows).fact,
    rows: good,
  }))
  const all = rows.flatMap((one) => one.rows)
  const held = all.filter(({ quality }) => quality === 'held').length
  const rejected = problems.filter(({ kind }) => kind === 'rejected').length
  return { rows, counts: { accepted: all.length - held, rejected, held }, problems }
}

/** The rows that `settleRows` would leave over what a snapshot shows, without writing them. */
export async function normalizeRows(
  store: Store,
  made: FactRows,
  before: Snapshot = store.snapshot(),
): Promise<Row[]> {
  return (await settleFact(store, made, before)).good
}

async function settleFact(
  store: Store,
  { fact, rows, onlyNew = false }: FactRows,
  before: Snapshot,
): Promise<{ good: Row[]; problems: RowProblem[] }> {
  const checked = await checkRows(store.engine, fact, rows)
  markConflicts(fact, checked)
  const problems = checked.flatMap(({ given, row, rejected, held }): RowProblem[] => {
    if (rejected !== '') return [{ fact, row, kind: 'rejected', reason: rejected }]
    // What a guard holds already is told by the guard.
    return held === '' || given.quality === 'held'
      ? []
      : [{ fact, row, kind: 'held', reason: held }]
  })
  const fit = checked.filter(({ rejected }) => rejected === '')
  const known = fact.time === undefined ? await readVersions(store, before, fact, fit) : []
  const versions = new Map(known.map((version) => [identityOf(fact, version), version]))
  const good = new Map<string, Row>()
  for (const { given, row, held } of fit) {
    const version = versions.get(identityOf(fact, row))
    if (version !== undefined && onlyNew) continue
    const filled = version === undefined ? row : fillGaps(fact, given, row, version)
    if (version !== undefined && isSame(fact, filled, version)) continue
    good.set(contentOf(fact, filled), held === '' ? filled : { ...filled, quality: 'held' })
  }
  return { good: [...good.values()], problems }
}

/**
 * Rows that say different things of the same are all held: nobody could tell which is right. What
 * is held anyway contradicts nobody.
 */
function markConflicts(fact: Fact, checked: readonly CheckedRow[]): void {
  const served = checked.filter(
    ({ row, rejected, held }) => rejected === '' && held === '' && row.quality !== 'held',
  )
  const contents = new Map<string, string>()
  const torn = new Set<string>()
  for (const { row } of served) {
    const identity = identityOf(fact, row)
    const content = contentOf(fact, row)
    if ((contents.get(identity) ?? content) !== content) torn.add(identity)
    contents.set(identity, content)
  }
  const reason = `another row has the same ${identityColumns(fact).join(', ')} and other values`
  for (const one of served) if (torn.has(identityOf(fact, one.row))) one.held = reason
}

/** A column that the row does not name keeps what it has. */
function fillGaps(fact: Fact, given: Row, row: Row, version: Row): Row {
  const gaps = Object.keys(fact.values).filter(
    (name) => given[name] === undefined && row[name] === null,
  )
  return { ...row, ...Object.fromEntries(gaps.map((name) => [name, version[name]])) }
}

function identityOf(fact: Fact, row: Row): string {
  return JSON.stringify(identityColumns(fact).map((name) => row[name]))
}

function contentOf(fact: Fact, row: Row): string {
  return JSON.stringify([
    identityOf(fact, row),
    row.quality,
    ...Object.keys(fact.values).map((name) => row[name]),
  ])
}

function isSame(fact: Fact, row: Row, version: Row): boolean {
  return Object.keys(fact.values).every(
    (name) => JSON.stringify(row[name]) === JSON.stringify(version[name]),
  )
}
