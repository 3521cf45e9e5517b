import { AlmanacError, UsageError } from '../lib/errors.ts'
import { identifier, literal, sql } from '../lib/sql.ts'
import type { Engine } from './engine.ts'
import type { Fact } from './fact.ts'
import { JOURNAL_TABLE, type Journal, newestRunsSql } from './journal.ts'
import { declaredVersion, tableNameOf } from './migrations/migration.ts'
import type { Replacements } from './replacements.ts'
import { DATABASE, tableOf } from './tables.ts'

const REPLACEMENTS_TABLE = 'replacements'
const MAX_RUN = 4_294_967_295

/** Rows of one run as the journal knows them and as the table has them. */
export interface RunRows {
  run: number
  expected: number
  found: number
}

/** What is wrong with the rows of a fact; until it is repaired they are not served. */
export interface Damage {
  fact: string
  expected: number
  found: number
  /** Runs that lost rows, or that the journal does not know; empty when they cannot be told. */
  runs: RunRows[]
  /** Parts that the engine put aside or cannot read. */
  parts: string[]
}

/** Compares row counts of the journal with what the engine knows of its parts: no row is read. */
export async function findDamage(
  engine: Engine,
  journal: Journal,
  facts: Iterable<Fact>,
): Promise<Damage[]> {
  const found = await countParts(engine)
  const counted = journal.countRows()
  // On a full disk what was cut off is still there; nobody sees it, and it is no damage.
  const unfinished = new Set(journal.unfinished().map(({ id }) => id))
  const damaged: Damage[] = []
  for (const fact of facts) {
    const expected = counted.of(fact.name).rows
    const rows = found.get(tableName(fact)) ?? 0
    if (rows === expected && unfinished.size === 0) continue
    const compared = await compareRuns(engine, fact).catch(() => undefined)
    const runs = compared?.filter(({ run }) => !unfinished.has(run)) ?? []
    if (compared !== undefined && runs.length === 0 && unfinished.size > 0) continue
    const parts = (await listDetached(engine, tableName(fact))).map(({ name }) => name)
    damaged.push({ fact: fact.name, expected, found: rows, runs, parts })
  }
  return damaged
}

/** A journal with holes cannot say what is committed, so nothing may be removed because of it. */
export async function requireWholeJournal(engine: Engine): Promise<void> {
  const [part] = await listDetached(engine, JOURNAL_TABLE)
  if (part !== undefined)
    throw new UsageError(
      `The journal of runs is damaged: the engine put aside ${part.name}. Restore the data directory from a backup.`,
    )
}

/** A table of replacements with holes would serve versions that were replaced. */
export async function repairReplacements(
  engine: Engine,
  replacements: Replacements,
  log: (message: string) => void,
): Promise<void> {
  const parts = await listDetached(engine, REPLACEMENTS_TABLE)
  if (parts.length === 0) return
  log('The record of replaced rows is damaged on disk; it is made again from the rows.')
  await replacements.clear()
  for (const { name } of parts) await dropDetached(engine, REPLACEMENTS_TABLE, name)
}

export function tableName(fact: Fact): string {
  return tableNameOf(fact.name, declaredVersion(fact))
}

/** Parts of a table that the engine does not use. */
export function listDetached(engine: Engine, table: string): Promise<{ name: string }[]> {
  return engine.writerQuery(
    sql`SELECT name FROM system.detached_parts WHERE database = {database:String} AND table = {table:String} ORDER BY name`,
    { database: DATABASE, table },
  )
}

/** Removes a part that the engine does not use from the disk. */
export async function dropDetached(engine: Engine, table: string, part: string): Promise<void> {
  await engine.ddl(
    sql`ALTER TABLE ${identifier(DATABASE, table)} DROP DETACHED PART ${literal(part)} SETTINGS allow_drop_detached = 1`,
  )
}

async function countParts(engine: Engine): Promise<Map<string, number>> {
  const rows = await engine.writerQuery<{ table: string; rows: number }>(
    sql`SELECT table, sum(rows) AS rows FROM system.parts WHERE database = {database:String} AND active GROUP BY table`,
    { database: DATABASE },
  )
  return new Map(rows.map(({ table, rows: count }) => [table, count]))
}

/** Runs of which a table has other rows of a fact than the journal says, up to one. */
export function compareRuns(engine: Engine, fact: Fact, beforeRun = MAX_RUN): Promise<RunRows[]> {
  return engine.writerQuery<RunRows>(
    sql`SELECT run, sum(said) AS expected, sum(counted) AS found FROM (
       SELECT id AS run, rows[{fact:String}] AS said, 0 AS counted
       FROM (${newestRunsSql(sql`id < {beforeRun:UInt32}`)}) WHERE state = 'committed'
       UNION ALL
       SELECT run, 0 AS said, count() AS counted FROM ${tableOf(fact)} WHERE run < {beforeRun:UInt32} GROUP BY run
     ) GROUP BY run HAVING expected != found ORDER BY run`,
    { fact: fact.name, beforeRun },
  )
}

/** What is damaged in an open store; it grows when a read meets bytes that are not right. */
export class Damages {
  readonly #damages = new Map<string, Damage>()
  readonly #log: (message: string) => void

  constructor(found: readonly Damage[], log: (message: string) => void) {
    this.#log = log
    for (const damage of found) this.#add(damage)
  }

  list(): Damage[] {
    return [...this.#damages.values()]
  }

  /** Throws what a caller is told when rows of the fact are lost. */
  requireWhole(fact: Fact): void {
    if (this.#damages.has(fact.name)) throw damagedError(fact.name)
  }

  /** An error of the engine about bytes on disk becomes the damage of a fact. */
  explain(error: unknown): unknown {
    const unreadable = findUnreadable(error)
    if (unreadable === undefined) return error
    const { fact, part } = unreadable
    if (!this.#damages.has(fact))
      this.#add({ fact, expected: 0, found: 0, runs: [], parts: [part] })
    return damagedError(fact)
  }

  #add(damage: Damage): void {
    this.#damages.set(damage.fact, damage)
    this.#log(describeDamage(damage))
  }
}

function damagedError(fact: string): AlmanacError {
  return new AlmanacError(
    'data_damaged',
    `Rows of ${fact} are damaged on disk, so nothing that needs them is served. The operator of this service can repair or restore them.`,
    { headers: { 'Retry-After': '60' } },
  )
}

/** One line for the operator. */
export function describeDamage({ fact, expected, found, runs, parts }: Damage): string {
  const count = (rows: number) => rows.toLocaleString('en')
  const where = parts.length === 0 ? '' : `; parts: ${parts.join(', ')}`
  if (expected === found) return `Damaged: ${fact} cannot be read${where}. ${REMEDY}`
  const list = runs.map(
    (run) => `run ${run.run} (${count(run.found)} of ${count(run.expected)} rows)`,
  )
  const of = list.length === 0 ? '' : ` in ${listSome(list)}`
  return `Damaged: ${fact} has ${count(found)} rows, the journal ${count(expected)}${of}${where}. ${REMEDY}`
}

const REMEDY = 'Stop the service, then run `almanac doctor --repair` or restore a backup.'
const MAX_LISTED = 10

function listSome(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_LISTED).join(', ')
  return texts.length > MAX_LISTED ? `${shown} and ${texts.length - MAX_LISTED} more` : shown
}

// Codes of the engine for bytes that are not what was written: checksums, sizes, missing files.
const DAMAGE_CODES = new Set(['33', '40', '107', '117', '246', '271', '432'])

function findUnreadable(error: unknown): { fact: string; part: string } | undefined {
  if (!(error instanceof Error) || !('code' in error) || !DAMAGE_CODES.has(String(error.code)))
    return undefined
  const found = /while reading from part (\S+) in table almanac\.fact_(\w+)/.exec(error.message)
  const [, path, fact] = found ?? []
  if (path === undefined || fact === undefined) return undefined
  return { fact: fact.replace(/_local$/, ''), part: path.split('/').findLast(Boolean) ?? path }
}
