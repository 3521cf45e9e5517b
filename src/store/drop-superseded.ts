import { identifier, identifiers, literal, type Sql, sql } from '../lib/sql.ts'
import { countRows } from './count-rows.ts'
import { compareRuns } from './damage.ts'
import type { SqlParams } from './engine.ts'
import { type Fact, identityColumns } from './fact.ts'
import type { Run } from './journal.ts'
import { REPLACEMENTS, replacementName, typedIdentity } from './replacement-sql.ts'
import type { Store } from './store.ts'
import { DATABASE, STAGE_PREFIX, storageTable, tableOf } from './tables.ts'

const RUNS_BATCH_SIZE = 5_000

/**
 * Deletes what a run of retention drops, and writes down how many rows the others have left. It
 * changes nothing when it is done again, so one that was cut off is done again.
 */
export async function dropSuperseded(store: Store, { droppedUpTo }: Run): Promise<void> {
  for (const [name, upToRun] of Object.entries(droppedUpTo)) {
    const fact = store.facts.get(name)
    if (fact === undefined) continue
    await deleteSuperseded(store, fact, upToRun)
    await countLeft(store, fact, upToRun)
  }
}

/** How many rows of a fact can be dropped. */
export function countSuperseded(store: Store, fact: Fact, upToRun: number): Promise<number> {
  const { sql: superseded, params } = supersededSql(store, fact, upToRun)
  const from = sql`${tableOf(fact)} WHERE ${isAmong(fact, superseded)}`
  return countRows(store.engine, from, params)
}

/**
 * Every node gets a list of its own first: a mutation that reads a table of all shards ends the
 * server, and replicas mutate by themselves. A list that is left behind goes with the next run.
 */
async function deleteSuperseded(store: Store, fact: Fact, upToRun: number): Promise<void> {
  const { engine, placement } = store
  const list = identifier(DATABASE, `${STAGE_PREFIX}superseded_${fact.name}`)
  const { sql: superseded, params } = supersededSql(store, fact, upToRun)
  await engine.onEveryNode(
    sql`CREATE OR REPLACE TABLE ${list} ENGINE = MergeTree ORDER BY tuple() AS ${superseded}`,
    params,
  )
  // The lists are the same on all replicas, which the engine cannot know.
  const settings = sql`mutations_sync = 2, allow_nondeterministic_mutations = 1`
  await engine.onShards(
    sql`ALTER TABLE ${storageTable(tableOf(fact), placement)} DELETE WHERE ${isAmong(fact, sql`SELECT * FROM ${list}`)} SETTINGS ${settings}`,
    { upToRun },
  )
  await engine.onEveryNode(sql`DROP TABLE IF EXISTS ${list} SYNC`)
}

function isAmong(fact: Fact, rowsSql: Sql): Sql {
  return sql`quality != 'held' AND run < {upToRun:UInt32} AND (${identifiers(identityColumns(fact))}, run) IN (${rowsSql})`
}

/**
 * Keys and runs of rows that no snapshot from a run on shows: a later version, of a run up to it that no undo is
 * about, replaced them. Held rows are never among them.
 */
function supersededSql(
  { journal }: Store,
  fact: Fact,
  upToRun: number,
): { sql: Sql; params: SqlParams } {
  return {
    sql: sql`SELECT ${typedIdentity(fact)}, replacedRun FROM ${REPLACEMENTS}
      WHERE fact = ${literal(replacementName(fact))} AND byRun <= {upToRun:UInt32} AND replacedRun < byRun
      AND byRun NOT IN {undone:Array(UInt32)}`,
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
        const dropped = { ...run.dropped, [name]: (run.dropped[name] ?? 0) + expected - found }
        return [{ ...run, rows: { ...run.rows, [name]: found }, dropped }]
      }),
    )
  }
}
