import { compareRuns } from './damage.ts'
import { type Fact, identityColumns } from './fact.ts'
import type { Run } from './journal.ts'
import { REPLACEMENTS, typedIdentity } from './replacement-sql.ts'
import type { Store } from './store.ts'
import { storageTable, tableOf } from './tables.ts'

const RUNS_BATCH_SIZE = 5_000

/**
 * Deletes what a run of retention drops, and writes down how many rows the others have left. It
 * changes nothing when it is done again, so one that was cut off is done again.
 */
export async function dropSuperseded(store: Store, { droppedUpTo }: Run): Promise<void> {
  for (const [name, upToRun] of Object.entries(droppedUpTo)) {
    const fact = store.facts.get(name)
    if (fact === undefined) continue
    const { engine, placement } = store
    const { sql, params } = supersededSql(store, fact, upToRun)
    await engine.ddl(
      `ALTER TABLE ${storageTable(tableOf(fact), placement)}${placement.onCluster} DELETE WHERE ${sql} SETTINGS mutations_sync = 2`,
      params,
    )
    await countLeft(store, fact, upToRun)
  }
}

/** How many rows of a fact can be dropped. */
export async function countSuperseded(store: Store, fact: Fact, upToRun: number): Promise<number> {
  const { sql, params } = supersededSql(store, fact, upToRun)
  const [counted] = await store.engine.writerQuery<{ rows: number }>(
    `SELECT count() AS rows FROM ${tableOf(fact)} WHERE ${sql}`,
    params,
  )
  return counted?.rows ?? 0
}

/**
 * Rows that no snapshot from a run on shows: a later version, of a run up to it that no undo is
 * about, replaced them. Held rows are never among them.
 */
function supersededSql(
  { journal }: Store,
  fact: Fact,
  upToRun: number,
): { sql: string; params: Record<string, unknown> } {
  return {
    sql: `quality != 'held' AND run < {upToRun:UInt32} AND (${identityColumns(fact).join(', ')}, run) IN (
      SELECT ${typedIdentity(fact)}, replacedRun FROM ${REPLACEMENTS}
      WHERE fact = '${fact.name}' AND byRun <= {upToRun:UInt32} AND replacedRun < byRun
      AND byRun NOT IN {undone:Array(UInt32)})`,
    params: { upToRun, undone: journal.undone.listEver() },
  }
}

async function countLeft({ engine, journal }: Store, fact: Fact, upToRun: number): Promise<void> {
  const { name } = fact
  const changed = await compareRuns(engine, fact, upToRun)
  for (let from = 0; from < changed.length; from += RUNS_BATCH_SIZE) {
    const batch = changed.slice(from, from + RUNS_BATCH_SIZE)
    const runs = await journal.findAll(batch.map(({ run }) => run))
    await journal.writeAll(
      batch.flatMap(({ run: id, expected, found }): Run[] => {
        const run = runs.get(id)
        if (run?.state !== 'committed' || run.rows[name] === undefined) return []
        const dropped = (run.dropped[name] ?? 0) + expected - found
        return [
          {
            ...run,
            rows: { ...run.rows, [name]: found },
            dropped: { ...run.dropped, [name]: dropped },
          },
        ]
      }),
    )
  }
}
