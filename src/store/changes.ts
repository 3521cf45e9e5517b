import { at } from '../lib/at.ts'
import { compare } from '../lib/compare.ts'
import { identifier, joinSql, type Sql, sql } from '../lib/sql.ts'
import { type Fact, identityColumns } from './fact.ts'
import type { Journal, Run } from './journal.ts'
import { changeSql, fixedOrderSql, sharedColumns, sumOfRowsSql } from './run-rows.ts'
import type { Snapshot } from './snapshot.ts'

/** Runs up to `after` were read, and of the next one all facts before `fact`, and `offset` rows. */
export interface ChangePosition {
  readonly after: number
  /** Number of the fact among those of the run. */
  readonly fact: number
  readonly offset: number
}

export interface ChangeFilter {
  /** Name of a fact; undefined: all. */
  readonly fact: string | undefined
  /** Beginning of the first column of the key. */
  readonly key: string | undefined
}

/** A row as it leaves this machine. */
export interface ChangedRow {
  fact: string
  run: number
  change: 'added' | 'revised' | 'held'
  key: Record<string, unknown>
  values: Record<string, unknown>
  quality: string
  recordedAtMs: number
}

/** A run of which all rows were given, with what its rows add up to, by fact. */
export interface ChangedRun extends Run {
  sums: Record<string, string>
}

export interface Changes {
  runs: ChangedRun[]
  rows: ChangedRow[]
  next: ChangePosition
  /** Nothing more is there at present. */
  isComplete: boolean
}

interface Reader {
  snapshot: Snapshot
  journal: Journal
  facts: ReadonlyMap<string, Fact>
}

interface Window {
  fromRun: number
  toRun: number
  limit: number
  offset: number
}

type RawRow = Record<string, unknown> & Pick<ChangedRow, 'run' | 'change' | 'quality'>

const MAX_RUNS = 1_000
const FINAL = new Set(['committed', 'failed', 'lost'])

/** What runs brought after a position, in their order. Costs with these runs, not with the tables. */
export async function readChanges(
  reader: Reader,
  from: ChangePosition,
  { filter, limit }: { filter: ChangeFilter; limit: number },
): Promise<Changes> {
  const pending = await listEnded(reader, from.after)
  const batch = takeBatch(reader, pending, { filter, limit })
  const [first] = pending
  const isInside = from.fact > 0 || from.offset > 0
  if (first !== undefined && (isInside || batch.length === 0))
    return readPart(reader, first, from, { filter, limit, isLast: pending.length === 1 })
  const rows = await readBatch(reader, batch, filter)
  const after = batch.at(-1)?.id ?? from.after
  const isComplete = batch.length === pending.length
  const runs = await addSums(reader, batch, filter)
  return { runs, rows, next: { after, fact: 0, offset: 0 }, isComplete }
}

/** Runs after one that have ended, up to the snapshot, in order: one more than a response has. */
async function listEnded({ snapshot, journal }: Reader, after: number): Promise<Run[]> {
  const later = await journal.listAfter(after, MAX_RUNS + 1)
  const end = later.findIndex(
    ({ id, state }) => !FINAL.has(state) || (state === 'committed' && id > snapshot.run),
  )
  return end < 0 ? later : later.slice(0, end)
}

/** As many whole runs as fit; none when the first alone is too large. */
function takeBatch(
  reader: Reader,
  pending: readonly Run[],
  { filter, limit }: { filter: ChangeFilter; limit: number },
): Run[] {
  let rows = 0
  const end = pending.findIndex((run, index) => {
    for (const { name } of factsOf(reader, run, filter)) rows += run.rows[name] ?? 0
    return rows > limit || index >= MAX_RUNS
  })
  return end < 0 ? [...pending] : pending.slice(0, end)
}

function factsOf({ facts }: Reader, { state, facts: names }: Run, { fact }: ChangeFilter): Fact[] {
  if (state !== 'committed') return []
  return names
    .filter((name) => fact === undefined || name === fact)
    .toSorted()
    .flatMap((name) => facts.get(name) ?? [])
}

/** A part of a run that is too large for one response: rows of one fact. */
async function readPart(
  reader: Reader,
  run: Run,
  { after, fact: index, offset }: ChangePosition,
  { filter, limit, isLast }: { filter: ChangeFilter; limit: number; isLast: boolean },
): Promise<Changes> {
  const facts = factsOf(reader, run, filter)
  const fact = facts[index]
  const window = { fromRun: run.id, toRun: run.id, limit: limit + 1, offset }
  const found = fact === undefined ? [] : await readRows(reader, fact, filter, window)
  const rows = found.slice(0, limit)
  const hasMore = found.length > limit
  if (hasMore || index + 1 < facts.length) {
    const next = hasMore ? { fact: index, offset: offset + limit } : { fact: index + 1, offset: 0 }
    return { runs: [], rows, next: { after, ...next }, isComplete: false }
  }
  const runs = await addSums(reader, [run], filter)
  return { runs, rows, next: { after: run.id, fact: 0, offset: 0 }, isComplete: isLast }
}

async function readBatch(
  reader: Reader,
  batch: readonly Run[],
  filter: ChangeFilter,
): Promise<ChangedRow[]> {
  if (batch.length === 0) return []
  const window = { fromRun: at(batch, 0).id, toRun: at(batch, batch.length - 1).id }
  const facts = new Set(batch.flatMap((run) => factsOf(reader, run, filter)))
  const rows: ChangedRow[] = []
  for (const fact of facts) rows.push(...(await readRows(reader, fact, filter, window)))
  return rows.sort((a, b) => a.run - b.run || compare(a.fact, b.fact))
}

async function readRows(
  { snapshot }: Reader,
  fact: Fact,
  { key: prefix = '' }: ChangeFilter,
  { fromRun, toRun, limit, offset }: Partial<Window>,
): Promise<ChangedRow[]> {
  // Whole numbers come as text: a JSON number cannot hold all of them.
  const columns = sharedColumns(fact).map(([name, value]) =>
    isWhole(fact, name)
      ? sql`toString(${value}) AS text_${identifier(name)}`
      : sql`${value} AS ${identifier(name)}`,
  )
  const inRuns = sql`run BETWEEN {fromRun:UInt32} AND {toRun:UInt32}`
  const page = limit === undefined ? sql`` : sql`LIMIT {limit:UInt32} OFFSET {offset:UInt64}`
  const rows = await snapshot.query<RawRow & { recordedAtMs: number }>(
    sql`SELECT ${joinSql(columns)}, run, CAST(quality, 'String') AS quality, ${changeSql(fact)} AS change,
       toUnixTimestamp64Milli(recordedAt) AS recordedAtMs
     ${snapshot.recorded(fact, sql`${inRuns} AND ${isPrefixed(fact)}`)} ORDER BY ${fixedOrderSql(fact)} ${page}`,
    { fromRun, toRun, prefix, limit, offset },
  )
  return rows.map((row) => ({
    fact: fact.name,
    run: row.run,
    change: row.change,
    key: pick(fact, row, identityColumns(fact)),
    values: pick(fact, row, Object.keys(fact.values)),
    quality: row.quality,
    recordedAtMs: row.recordedAtMs,
  }))
}

function isPrefixed(fact: Fact): Sql {
  return sql`startsWith(toString(${identifier(at(Object.keys(fact.key), 0))}), {prefix:String})`
}

function isWhole(fact: Fact, name: string): boolean {
  return (fact.key[name] ?? fact.values[name])?.kind === 'int'
}

function pick(fact: Fact, row: RawRow, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, isWhole(fact, name) ? toWhole(row[`text_${name}`]) : row[name]]),
  )
}

function toWhole(text: unknown): unknown {
  return text !== null && Number.isSafeInteger(Number(text)) ? Number(text) : text
}

async function addSums(
  reader: Reader,
  runs: readonly Run[],
  filter: ChangeFilter,
): Promise<ChangedRun[]> {
  const wanted = runs.filter(
    (run) => filter.fact === undefined || factsOf(reader, run, filter).length > 0,
  )
  const sums = new Map<number, Record<string, string>>(wanted.map(({ id }) => [id, {}]))
  const facts = new Set(wanted.flatMap((run) => factsOf(reader, run, filter)))
  for (const fact of facts) {
    const found = await reader.snapshot.query<{ run: number; sum: string }>(
      sql`SELECT run, ${sumOfRowsSql(fact)} AS sum ${reader.snapshot.recorded(fact, sql`run BETWEEN {fromRun:UInt32} AND {toRun:UInt32}`)} GROUP BY run`,
      { fromRun: at(wanted, 0).id, toRun: at(wanted, wanted.length - 1).id },
    )
    for (const { run, sum } of found) Object.assign(sums.get(run) ?? {}, { [fact.name]: sum })
  }
  return wanted.map((run) => ({ ...run, sums: sums.get(run.id) ?? {} }))
}
