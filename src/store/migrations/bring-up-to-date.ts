import { UsageError } from '../../lib/errors.ts'
import { sql } from '../../lib/sql.ts'
import { changesKey } from '../replacement-sql.ts'
import type { Store } from '../store.ts'
import { DATABASE } from '../tables.ts'
import { dropTable, markComplete, migrateFact } from './migrate.ts'
import { listPending, parseTableName } from './migration.ts'
import { BUILDING, examine, explainNewer, readSchemas } from './schemas.ts'

/** For how long nodes of an earlier version can go on reading the tables that were replaced. */
const KEEP_REPLACED_SEC = 3_600

/** Brings tables of an earlier version to today's types and order, before anything reads them. */
export async function bringUpToDate(
  store: Store,
  { isReader, log }: { isReader: boolean; log: (message: string) => void },
): Promise<void> {
  const { engine, placement, replacements, journal } = store
  const facts = [...store.facts.values()]
  const look = async () => examine(await readSchemas(engine, placement), facts)
  const found = await look()
  if (isReader && found.outdated.length > 0)
    throw new UsageError(
      'The store was written by an earlier version. Start a process with the role ingest or all first; it brings the store up to date.',
    )
  // The embedded engine belongs to this process: nobody else reads what was replaced.
  const isShared = engine.kind === 'server'
  const isDone = found.outdated.length + found.unmarked.length === 0
  if (isReader || (isDone && (isShared || found.replaced.length === 0))) return
  await requireAllNodes(store)
  await store.alone(async () => {
    // Another process may have done it while this one waited for its turn.
    const { outdated, unmarked } = await look()
    for (const fact of unmarked) await markComplete(store, fact)
    for (const one of outdated) {
      const pending = listPending(one.fact, one.schema.version)
      const isKeyChanged = pending.some((migration) => changesKey(one.fact, migration))
      const beforeMark = async () => {
        if (isKeyChanged) await replacements.recordAgain(one.fact, journal.latest)
      }
      await migrateFact(store, one, { beforeMark, log })
    }
    if (!isShared) await dropTables(store, 0)
  })
}

/** Drops tables that newer ones have replaced for some time. */
export async function dropReplacedTables(
  store: Store,
  minAgeSec = KEEP_REPLACED_SEC,
): Promise<void> {
  const { engine, placement } = store
  const { replaced } = examine(await readSchemas(engine, placement), [...store.facts.values()])
  if (replaced.length > 0) await store.alone(() => dropTables(store, minAgeSec))
}

async function dropTables(store: Store, minAgeSec: number): Promise<void> {
  const facts = [...store.facts.values()]
  const schemas = await readSchemas(store.engine, store.placement)
  const { replaced } = examine(schemas, facts)
  const isSettled = (fact: string) =>
    schemas
      .filter((one) => one.fact === fact && !replaced.includes(one))
      .every(({ ageSec }) => ageSec >= minAgeSec)
  const settled = replaced.filter((one) => isSettled(one.fact))
  const tables = new Map(settled.map(({ table }) => [table.text, table]))
  for (const table of tables.values()) await dropTable(store, table)
  for (const name of new Set(settled.map((one) => one.fact))) {
    const fact = store.facts.get(name)
    if (fact !== undefined) await store.replacements.dropEarlier(fact)
  }
}

/** Why the tables are no longer this version's; `undefined` while they are. */
export async function findNewerSchema(store: Store): Promise<string | undefined> {
  const suffix = store.placement.cluster === undefined ? '' : '_local'
  // Any node will do: all of them say so before the first run is written to a newer table.
  const tables = await store.engine.writerQuery<{ table: string }>(
    sql`SELECT substring(name, 1, length(name) - length({suffix:String})) AS table FROM system.tables
     WHERE database = {database:String} AND startsWith(name, 'fact_') AND endsWith(name, {suffix:String}) AND comment != {building:String}`,
    { database: DATABASE, suffix, building: BUILDING },
  )
  const versions = tables.flatMap(({ table }) => parseTableName(table) ?? [])
  for (const fact of store.facts.values()) {
    const reason = explainNewer(versions, fact)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** A server that is away would keep the earlier tables, and be read later. */
async function requireAllNodes({ engine, placement: { cluster } }: Store): Promise<void> {
  if (cluster === undefined) return
  const [nodes = []] = await engine.queryNodes<{ nodes: number }>(
    sql`SELECT toUInt32(count()) AS nodes FROM system.clusters WHERE cluster = {cluster:String}`,
    { cluster },
  )
  const answering = await engine.queryNodes<object>(sql`SELECT 1 AS one`)
  const wanted = nodes[0]?.nodes ?? 0
  if (answering.length >= wanted) return
  throw new UsageError(
    `The store has to be brought up to date, and for that all ${wanted} servers of the cluster must answer; ${answering.length} of ALMANAC_STORE_URL do. Nothing was changed.`,
  )
}
