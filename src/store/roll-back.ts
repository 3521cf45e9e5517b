import type { Run } from './journal.ts'
import { REPLACEMENTS } from './replacement-sql.ts'
import type { Store } from './store.ts'
import { DATABASE, storageTable, tableOf } from './tables.ts'

/**
 * Takes back whatever runs a crash has cut off. Only the one writer may call it: what another
 * process is still writing looks the same. It must be done before the next run is committed, for
 * that would make the rows of earlier numbers visible.
 */
export async function clearUnfinishedRuns(store: Store): Promise<void> {
  await dropStages(store)
  const runs = store.journal.unfinished()
  if (runs.length === 0) return
  await rollBack(store, runs)
  await store.journal.writeAll(
    runs.map((run) => ({
      ...run,
      state: 'failed',
      atMs: Math.max(Date.now(), run.atMs),
      note: 'cut off before it was committed; nothing of it was kept',
    })),
  )
}

// A statement names so many runs at most.
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
  table: string,
  column: string,
  runs: readonly number[],
): Promise<void> {
  const { engine, placement } = store
  const isOwn = `${column} IN {runs:Array(UInt32)}`
  const [found] = await engine.writerQuery<{ rows: number }>(
    `SELECT count() AS rows FROM ${table} WHERE ${isOwn}`,
    { runs },
  )
  if (!found?.rows) return
  await engine.ddl(
    `ALTER TABLE ${storageTable(table, placement)}${placement.onCluster} DELETE WHERE ${isOwn} SETTINGS mutations_sync = 2`,
    { runs },
  )
}

async function dropStages(store: Store): Promise<void> {
  const stages = await store.engine.writerQuery<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = {database:String} AND startsWith(name, 'stage_') ORDER BY name",
    { database: DATABASE },
  )
  for (const { name } of stages)
    await store.engine.ddl(
      `DROP TABLE IF EXISTS ${DATABASE}.${name}${store.placement.onCluster} SYNC`,
    )
}
