import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../../lib/at.ts'
import { UsageError } from '../../lib/errors.ts'
import type { Engine } from '../engine.ts'
import { type Fact, identityColumns } from '../fact.ts'
import { columnTypes, createFactTable, DATABASE, tableOf } from '../tables.ts'
import { listPending, type Migration } from './migration.ts'
import type { OutdatedFact, TableSchema } from './schemas.ts'

type Log = (message: string) => void

/** Begins the names of tables that are being built, or were replaced. */
const PREFIX = 'migrating_'
const LOG_INTERVAL_MS = 5_000
const ONE_NODE = { cluster: undefined, replicated: false, onCluster: '' }

/** Tables that a migration left behind when it was cut off. */
export function listLeftOver(schemas: ReadonlyMap<string, TableSchema>): string[] {
  return [...schemas.keys()].filter((name) => name.startsWith(PREFIX))
}

export async function dropLeftOver(engine: Engine, names: readonly string[]): Promise<void> {
  for (const name of names) await drop(engine, `${DATABASE}.${name}`)
}

/**
 * Builds the table of a fact anew beside the one that is there, then lets both change places in one
 * step. Cut off before that step it begins again; after it there is only something to drop.
 */
export async function migrateFact(
  engine: Engine,
  { fact, schema }: OutdatedFact,
  { onIdentityChange, log }: { onIdentityChange: () => Promise<void>; log: Log },
): Promise<void> {
  const table = tableOf(fact)
  const beside = `${DATABASE}.${PREFIX}${fact.name}`
  const pending = listPending(fact, schema.version)
  const rows = await countRows(engine, table)
  log(
    `Migrating ${rows.toLocaleString('en')} rows of ${fact.name} (${pending.map(({ describe }) => describe).join('; ')}); this happens once.`,
  )
  await drop(engine, beside)
  await createFactTable(engine, fact, ONE_NODE, beside)
  const copying = engine.command(copySql(fact, beside, schema, pending))
  await follow(copying, async () => {
    const done = await countRows(engine, beside)
    log(
      `Migrating ${fact.name}: ${done.toLocaleString('en')} of ${rows.toLocaleString('en')} rows.`,
    )
  })
  const copied = await countRows(engine, beside)
  if (copied !== rows)
    throw new Error(`${copied} of ${rows} rows of ${fact.name} were copied by its migration`)
  // Which rows replaced which is told by the texts of keys, and recorded again when it is missing.
  if (changesIdentity(fact, pending)) await onIdentityChange()
  await engine.ddl(`EXCHANGE TABLES ${table} AND ${beside}`)
  await drop(engine, beside)
}

/** Clusters have no step in which all nodes change at once. */
export function refuseCluster(outdated: readonly OutdatedFact[]): never {
  const names = outdated.map(({ fact }) => fact.name).join(', ')
  throw new UsageError(
    `The store was written by an earlier version, and a cluster is not migrated in place (${names}). ` +
      'Make a backup with the version that wrote it, and restore it to an empty cluster with this one. Nothing was changed.',
  )
}

/** Steps within each other, so that each sees the columns as the one before leaves them. */
function copySql(
  fact: Fact,
  target: string,
  schema: TableSchema,
  pending: readonly Migration[],
): string {
  const available = new Set(schema.columns.keys())
  let from = tableOf(fact)
  for (const { convert = {} } of pending) {
    const names = Object.keys(convert)
    // Under names of their own first, so that no value is made from another new one.
    const made = Object.entries(convert).map(([name, sql]) => `, ${sql} AS converted_${name}`)
    const left = [
      ...names.filter((name) => available.has(name)),
      ...names.map((name) => `converted_${name}`),
    ]
    const renamed = names.map((name) => `, converted_${name} AS ${name}`)
    if (names.length > 0)
      from = `(SELECT * EXCEPT (${left.join(', ')})${renamed.join('')} FROM (SELECT *${made.join('')} FROM ${from}))`
    for (const name of names) available.add(name)
  }
  const columns = Object.keys(columnTypes(fact)).filter((name) => available.has(name))
  return `INSERT INTO ${target} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM ${from}`
}

function changesIdentity(fact: Fact, pending: readonly Migration[]): boolean {
  const converted = new Set(pending.flatMap(({ convert = {} }) => Object.keys(convert)))
  return identityColumns(fact).some((name) => converted.has(name))
}

/** Reports while work runs, and ends as it ends. */
async function follow(work: Promise<void>, report: () => Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const ended = work.then(
    () => true,
    () => true,
  )
  const tick = () => sleep(LOG_INTERVAL_MS, false, { signal: waiting.signal }).catch(() => true)
  while (!(await Promise.race([ended, tick()]))) await report()
  waiting.abort()
  await work
}

async function countRows(engine: Engine, table: string): Promise<number> {
  const rows = await engine.writerQuery<{ rows: number }>(`SELECT count() AS rows FROM ${table}`)
  return at(rows, 0).rows
}

async function drop(engine: Engine, table: string): Promise<void> {
  await engine.ddl(`DROP TABLE IF EXISTS ${table} SYNC SETTINGS max_table_size_to_drop = 0`)
}
