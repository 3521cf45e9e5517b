import { settleAll } from '../lib/settle-all.ts'
import { identifier, sql } from '../lib/sql.ts'
import type { Engine } from './engine.ts'
import type { Fact } from './fact.ts'
import type { Journal } from './journal.ts'
import {
  hasRepeats,
  REPLACEMENTS,
  recordAllSql,
  recordSql,
  replacementName,
} from './replacement-sql.ts'
import { createTable, type Placement, storageTable, tableOf } from './tables.ts'

// Up to here leaving the replaced rows out costs less than picking the newest version of each row.
const MAX_EXCLUDED_ROWS = 10_000
/** Stands for a fact in the row that says: the replacements of all runs are recorded. */
const ALL_FACTS = ''

/** How much of a fact was revised, which decides how its newest versions are found. */
export type Revised = 'never' | 'rarely' | 'often'

interface History {
  /** The first run that replaced a row. */
  firstRun: number
  /** The first run after which the fact counts as revised often; 0: there is none. */
  oftenFromRun: number
}

/** How many rows there are, and between which times; those of a fact without a time have 0. */
export interface Extent {
  rows: number
  fromSec: number
  toSec: number
}

const NOTHING: Extent = { rows: 0, fromSec: 0, toSec: 0 }

/** The rows of a fact that a run brought. */
export interface LandedFact {
  fact: Fact
  /** The newest committed run that brought rows of it; 0: there is none. */
  version: number
  /** No two of them have the same key and time. */
  isDistinct: boolean
  /** Asked of the engine where it is not known. */
  extent?: Extent | undefined
}

type Log = (message: string) => void

/**
 * Which rows were replaced by which run: rows of the same key and time, neither of them held. A run
 * records them before it is committed, so that readers of run K only look at those up to K.
 */
export class Replacements {
  readonly #engine: Engine
  readonly #placement: Placement
  readonly #histories = new Map<string, History>()
  /** All rows of each fact up to a run. */
  readonly #extents = new Map<string, Extent & { run: number }>()

  private constructor(engine: Engine, placement: Placement) {
    this.#engine = engine
    this.#placement = placement
  }

  static async open(engine: Engine, placement: Placement): Promise<Replacements> {
    await createTable(engine, placement, {
      table: REPLACEMENTS,
      columns: {
        fact: sql`LowCardinality(String)`,
        identity: sql`Array(String)`,
        replacedRun: sql`UInt32`,
        byRun: sql`UInt32`,
      },
      orderBy: ['fact', 'byRun'],
      shardBy: sql`0`,
    })
    const replacements = new Replacements(engine, placement)
    await replacements.refresh()
    return replacements
  }

  /** Reads what was recorded, of some facts or of all; what a run in progress recorded may be in. */
  async refresh(facts: readonly Fact[] = []): Promise<void> {
    const rows = await this.#engine.writerQuery<History & { fact: string }>(
      sql`SELECT fact, min(byRun) AS firstRun, minIf(byRun, isRepeated OR rows > ${MAX_EXCLUDED_ROWS}) AS oftenFromRun FROM (
         SELECT fact, byRun, max(replacedRun = byRun) AS isRepeated, sum(count()) OVER (PARTITION BY fact ORDER BY byRun) AS rows
         FROM ${REPLACEMENTS} WHERE empty({facts:Array(String)}) OR fact IN {facts:Array(String)} GROUP BY fact, byRun
       ) GROUP BY fact`,
      { facts: facts.map(replacementName) },
    )
    for (const { fact, ...history } of rows) this.#histories.set(fact, history)
  }

  /** How much of a fact had been revised when `run` was the newest. */
  revisedAt(fact: Fact, run: number): Revised {
    const history = this.#histories.get(replacementName(fact))
    if (history === undefined || history.firstRun > run) return 'never'
    return history.oftenFromRun > 0 && history.oftenFromRun <= run ? 'often' : 'rarely'
  }

  /** False for a store that was made before replacements were recorded, until they are. */
  get isComplete(): boolean {
    return this.#histories.has(ALL_FACTS)
  }

  /** Forgets everything, so that it is recorded again: all of it follows from the rows. */
  async clear(): Promise<void> {
    const table = storageTable(REPLACEMENTS, this.#placement)
    await this.#engine.onShards(sql`TRUNCATE TABLE ${table}${this.#placement.onCluster}`)
    this.#histories.clear()
  }

  /** Records the replacements of a store that was made before they were recorded. */
  async recordEarlier(facts: Iterable<Fact>, journal: Journal, log: Log): Promise<void> {
    // An attempt that was cut off may leave pairs behind; the same pair twice does no harm.
    for (const fact of facts) {
      if (journal.versionOf(fact.name) === 0) continue
      log(`Recording which rows of ${fact.name} were replaced; this happens once.`)
      await this.#engine.command(recordAllSql(fact), { run: journal.latest })
    }
    await this.#insert(ALL_FACTS, 0)
    await this.refresh()
  }

  /** Records all replacements of a fact anew, after rows were lost. */
  async recordAgain(fact: Fact, run: number): Promise<void> {
    const table = storageTable(REPLACEMENTS, this.#placement)
    await this.#engine.onShards(
      sql`ALTER TABLE ${table}${this.#placement.onCluster} DELETE WHERE fact = {fact:String} SETTINGS mutations_sync = 2`,
      { fact: replacementName(fact) },
    )
    await this.#engine.command(recordAllSql(fact), { run })
    await this.refresh([fact])
  }

  /** Forgets what was recorded under keys that a fact no longer has. */
  async dropEarlier(fact: Fact): Promise<void> {
    const current = replacementName(fact)
    if (current === fact.name) return
    const table = storageTable(REPLACEMENTS, this.#placement)
    await this.#engine.onShards(
      sql`ALTER TABLE ${table}${this.#placement.onCluster} DELETE WHERE fact != {current:String} AND (fact = {fact:String} OR startsWith(fact, concat({fact:String}, '@')))
       SETTINGS mutations_sync = 2`,
      { fact: fact.name, current },
    )
  }

  /** Records what the rows of a run replace, when they are in their tables and not yet committed. */
  async record(run: number, landed: readonly LandedFact[]): Promise<void> {
    const recorded = await settleAll(landed.map((one) => this.#recordFact(run, one)))
    const changed = landed.filter((_, index) => recorded[index]).map(({ fact }) => fact)
    if (changed.length > 0) await this.refresh(changed)
  }

  /** Returns whether anything may have been recorded. */
  async #recordFact(run: number, landed: LandedFact): Promise<boolean> {
    const { fact, version, isDistinct } = landed
    if (version === 0 && isDistinct) return false
    const { rows, mayReplace } = await this.#measure(run, landed)
    const from = sql`FROM ${tableOf(fact)} WHERE run = {run:UInt32} AND quality != 'held'`
    const isRepeated =
      !isDistinct && (await hasRepeats(this.#engine, fact, { from, rows, params: { run } }))
    if (isRepeated) await this.#insert(replacementName(fact), run)
    if (mayReplace) await this.#engine.command(recordSql(fact, rows), { run })
    return isRepeated || mayReplace
  }

  /** The size of a run, and whether its times overlap those that were there before. */
  async #measure(
    run: number,
    { fact, version, extent }: LandedFact,
  ): Promise<{ rows: number; mayReplace: boolean }> {
    const incoming = extent ?? (await this.#readExtent(fact, run - 1, run))
    const known = this.#extents.get(fact.name) ?? { run: 0, ...NOTHING }
    const earlier =
      known.run >= version ? known : join(known, await this.#readExtent(fact, known.run, version))
    this.#extents.set(fact.name, { ...join(earlier, incoming), run })
    return { rows: incoming.rows, mayReplace: overlap(earlier, incoming) }
  }

  async #readExtent(fact: Fact, afterRun: number, upToRun: number): Promise<Extent> {
    const time = fact.time === undefined ? sql`0` : identifier(fact.time)
    const [extent] = await this.#engine.writerQuery<Extent>(
      sql`SELECT count() AS rows, min(${time}) AS fromSec, max(${time}) AS toSec FROM ${tableOf(fact)}
       WHERE run > {afterRun:UInt32} AND run <= {upToRun:UInt32}`,
      { afterRun, upToRun },
    )
    return extent ?? NOTHING
  }

  /** A row that was replaced by its own run: from there on newest versions have to be picked. */
  async #insert(fact: string, run: number): Promise<void> {
    await this.#engine.insert(REPLACEMENTS, [{ fact, identity: [], replacedRun: run, byRun: run }])
  }
}

function overlap(a: Extent, b: Extent): boolean {
  return a.rows > 0 && b.rows > 0 && a.fromSec <= b.toSec && b.fromSec <= a.toSec
}

function join(a: Extent, b: Extent): Extent {
  if (a.rows === 0) return b
  if (b.rows === 0) return a
  return {
    rows: a.rows + b.rows,
    fromSec: Math.min(a.fromSec, b.fromSec),
    toSec: Math.max(a.toSec, b.toSec),
  }
}
