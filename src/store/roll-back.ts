import { identifier, type Sql, sql } from '../lib/sql.ts'
import { countRows } from './count-rows.ts'
import { dropSuperseded } from './drop-superseded.ts'
import { newestRunsSql, type Run, type RunState } from './journal.ts'
import { REPLACEMENTS } from './replacement-sql.ts'
import type { Store } from './store.ts'
import { DATABASE, type Placement, STAGE_PREFIX, storageTable, tableOf } from './tables.ts'
import type { HeldLock } from './writer-lock.ts'

/**
 * Ends whatever runs a crash has cut off: those that were decided count, the others are taken back.
 * Only the one writer may call it: what another process is still writing looks the same. It must be
 * done before the next run is committed, for that would make the rows of earlier numbers visible.
 */
export async function clearUnfinishedRuns(store: Store, { before }: HeldLock): Promise<void> {
  await dropStages(store)
  const { from, to, isDecided } = before.runs
  const [decided, undecided] = partition(
    store.journal.unfinished(),
    ({ id, state }) => isDecided && state === 'committing' && id >= from && id <= to,
  )
  // Rows may be gone already, and more cannot go wrong: what drops versions is ended, not taken back.
  const [dropping, cutOff] = partition(
    undecided,
    ({ state, droppedUpTo }) => state === 'committing' && Object.keys(droppedUpTo).length > 0,
  )
  const unknown = isDecided ? [] : await listUnknown(store, from, to)
  if (decided.length + cutOff.length + unknown.length + dropping.length === 0) return
  await rollBack(store, cutOff)
  for (const run of dropping) await dropSuperseded(store, run)
  await store.journal.writeAll([
    ...[...decided, ...dropping].map((run) => endOf(run, 'committed', run.note)),
    ...cutOff.map((run) =>
      endOf(run, 'failed', 'cut off before it was committed; nothing of it was kept'),
    ),
    ...unknown.map((run) => endOf(run, 'failed', 'cut off before it began')),
  ])
  if (decided.length > 0) store.announce([...new Set(decided.flatMap(({ facts }) => facts))])
}

function endOf(run: Run, state: RunState, note: string): Run {
  return { ...run, state, atMs: Math.max(Date.now(), run.atMs), note }
}

/** Numbers that a writer had taken before it was cut off: they are never given again. */
async function listUnknown({ journal }: Store, from: number, to: number): Promise<Run[]> {
  const ids = from === 0 ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const known = await journal.findAll(ids)
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({
      ...{ id, state: 'started', startedAtMs: Date.now(), atMs: 0, source: '', contentHash: '' },
      ...{ facts: [], accepted: 0, rejected: 0, held: 0, note: '', revision: 0, undoes: [] },
      ...{ rows: {}, newestSec: {}, dropped: {}, droppedUpTo: {} },
    }))
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

const RUNS_BATCH_SIZE = 5_000

/** Removes every row of some runs from the fact tables, and what they replaced. */
export async function rollBack(store: Store, runs: readonly Run[]): Promise<void> {
  for (let from = 0; from < runs.length; from += RUNS_BATCH_SIZE) {
    const ids = runs.slice(from, from + RUNS_BATCH_SIZE).map(({ id }) => id)
    for (const fact of store.facts.values()) await removeRows(store, tableOf(fact), 'run', ids)
    await removeRows(store, REPLACEMENTS, 'byRun', ids)
  }
}

async function removeRows(
  store: Store,
  table: Sql,
  column: string,
  runs: readonly number[],
): Promise<void> {
  const { engine, placement } = store
  const isOwn = sql`${identifier(column)} IN {runs:Array(UInt32)}`
  if ((await countRows(engine, sql`${table} WHERE ${isOwn}`, { runs })) === 0) return
  await engine.onShards(removalSql(table, column, placement), { runs })
}

/** Removes rows of `runs`; exported for tests. */
export function removalSql(table: Sql, column: string, placement: Placement): Sql {
  // Sent late by a writer that was paused, it must not remove what its successor committed.
  const committed = sql`SELECT groupArray(id) FROM (${newestRunsSql(sql`id IN {runs:Array(UInt32)}`)}) WHERE state = 'committed'`
  // One value for all replicas, found where the statement arrives: theirs could differ.
  const once = sql`mutations_execute_subqueries_on_initiator = 1`
  return sql`ALTER TABLE ${storageTable(table, placement)}${placement.onCluster} DELETE WHERE ${identifier(column)} IN {runs:Array(UInt32)} AND NOT has((${committed}), ${identifier(column)}) SETTINGS mutations_sync = 2, ${once}`
}

async function dropStages(store: Store): Promise<void> {
  const stages = await store.engine.queryNodes<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = {database:String} AND startsWith(name, {prefix:String}) ORDER BY name`,
    { database: DATABASE, prefix: STAGE_PREFIX },
  )
  for (const name of new Set(stages.flat().map((stage) => stage.name)))
    await store.engine.ddl(
      sql`DROP TABLE IF EXISTS ${identifier(DATABASE, name)}${store.placement.onCluster} SYNC`,
    )
}
