import { identifier, joinSql, type Sql, sql } from '../lib/sql.ts'
import type { Engine, SqlParams } from './engine.ts'
import { newestRunsSql, RUNS_TABLE, type Run, type RunState } from './journal.ts'
import { BLOCK_COLUMNS, BLOCK_SIZE, type RunBlock, sumUp } from './run-block.ts'
import { createTable, DATABASE, ensureTable, type Placement } from './tables.ts'

const BLOCKS_TABLE = sql`${identifier(DATABASE)}.run_blocks`
/** What the records of runs had from the first. */
export const FIRST_COLUMNS = {
  id: sql`UInt32`,
  state: sql`LowCardinality(String)`,
  startedAtMs: sql`UInt64`,
  atMs: sql`UInt64`,
  source: sql`String`,
  facts: sql`Array(String)`,
  contentHash: sql`String`,
  accepted: sql`UInt64`,
  rejected: sql`UInt64`,
  held: sql`UInt64`,
  note: sql`String`,
}
/** What they have got since: a snapshot of an earlier version lacks some. */
export const LATER_COLUMNS = {
  rows: sql`Map(String, UInt64)`,
  newestSec: sql`Map(String, Nullable(UInt64))`,
  revision: sql`UInt8`,
  undoes: sql`Array(UInt32)`,
  dropped: sql`Map(String, UInt64)`,
  droppedUpTo: sql`Map(String, UInt32)`,
}
/** Who wrote a record; it means nothing in another store. */
const ADDED_COLUMNS = { ...LATER_COLUMNS, fence: sql`UInt64` }
const IN_RANGE = sql`id BETWEEN {fromId:UInt32} AND {toId:UInt32}`
// Content that came before is looked for at every import, and is nearly always new.
const INDEXES = { byContent: sql`contentHash TYPE bloom_filter` }

/** Which runs are requested; what is absent does not matter. */
export interface RunFilter {
  readonly source?: string | undefined
  /** Sources that begin with it. */
  readonly sourcePrefix?: string | undefined
  readonly fact?: string | undefined
  readonly state?: RunState | undefined
  readonly contentHash?: string | undefined
}

export interface RunRange {
  readonly fromId: number
  readonly toId: number
}

/** The journal as it is in the engine: records of runs, and what whole blocks of them add up to. */
export class RunsTable {
  readonly #engine: Engine

  private constructor(engine: Engine) {
    this.#engine = engine
  }

  static async open(engine: Engine, placement: Placement): Promise<RunsTable> {
    await ensureTable(engine, placement, {
      table: RUNS_TABLE,
      columns: { ...FIRST_COLUMNS, ...ADDED_COLUMNS },
      orderBy: ['id', 'atMs'],
      shardBy: sql`0`,
      indexes: INDEXES,
    })
    await createTable(engine, placement, {
      table: BLOCKS_TABLE,
      columns: BLOCK_COLUMNS,
      orderBy: ['number'],
      shardBy: sql`0`,
    })
    return new RunsTable(engine)
  }

  async insert(runs: readonly Run[], fence: number): Promise<void> {
    await this.#engine.insert(
      RUNS_TABLE,
      runs.map((run) => ({ ...run, fence })),
    )
  }

  /** All runs from a number on, with what was written just now. */
  readFrom(id: number): Promise<Run[]> {
    return this.#engine.writerQuery<Run>(newestRunsSql(sql`id >= {id:UInt32}`), { id })
  }

  /** Runs as they stand, in order. */
  readRuns(ids: readonly number[]): Promise<Run[]> {
    return this.#engine.query<Run>(newestRunsSql(sql`id IN {ids:Array(UInt32)}`), { ids })
  }

  readRange(range: RunRange): Promise<Run[]> {
    return this.#engine.query<Run>(newestRunsSql(IN_RANGE), { ...range })
  }

  /** A query over runs as they stand, in a range; `{fromId}` and `{toId}` are bound. */
  async select<Row>(
    columns: Sql,
    rest: Sql,
    range: RunRange,
    params: SqlParams = {},
  ): Promise<Row[]> {
    const newest = newestRunsSql(IN_RANGE)
    return this.#engine.query<Row>(sql`SELECT ${columns} FROM (${newest}) ${rest}`, {
      ...params,
      ...range,
    })
  }

  /** Runs of a range, and rows of the committed ones by fact, with what was written just now. */
  async countRange(range: RunRange): Promise<{ runs: number; rows: Map<string, number> }> {
    const newest = newestRunsSql(IN_RANGE)
    const [counted] = await this.#engine.writerQuery<{ runs: number }>(
      sql`SELECT count() AS runs FROM (${newest})`,
      { ...range },
    )
    const rows = await this.#engine.writerQuery<{ fact: string; total: number }>(
      sql`SELECT counts.1 AS fact, sum(counts.2) AS total FROM (${newest})
       ARRAY JOIN CAST(rows, 'Array(Tuple(String, UInt64))') AS counts WHERE state = 'committed' GROUP BY fact`,
      { ...range },
    )
    return { runs: counted?.runs ?? 0, rows: new Map(rows.map((row) => [row.fact, row.total])) }
  }

  /** Runs of a range as they stand and as a filter wants them, at most `limit`. */
  async search(
    { fromId, toId }: RunRange,
    filter: RunFilter,
    { limit, isDescending }: { limit: number; isDescending: boolean },
  ): Promise<Run[]> {
    const found: Run[] = []
    let [first, last, width] = [fromId, toId, BLOCK_SIZE]
    while (found.length < limit && first <= last) {
      const range = nearest({ fromId: first, toId: last }, width, isDescending)
      const wanted = Math.min(limit - found.length, BLOCK_SIZE)
      const ids = await this.#searchIds(range, filter, { limit: wanted, isDescending })
      // Of several records about a run only the latest record wins.
      const runs = ids.length === 0 ? [] : await this.readRuns(ids)
      if (isDescending) runs.reverse()
      found.push(...runs.filter((run) => passes(run, filter)))
      const end = ids.length === wanted ? ids.at(-1) : undefined
      if (end === undefined) width *= 8
      if (isDescending) last = (end ?? range.fromId) - 1
      else first = (end ?? range.toId) + 1
    }
    return found
  }

  /** Numbers of runs of which some record is as wanted: narrow columns, in the table's order. */
  async #searchIds(
    range: RunRange,
    filter: RunFilter,
    { limit, isDescending }: { limit: number; isDescending: boolean },
  ): Promise<number[]> {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    const conditions = given.map(([name]) => CONDITIONS[name as keyof RunFilter])
    const where = joinSql([IN_RANGE, ...conditions], sql` AND `)
    const rows = await this.#engine.query<{ id: number }>(
      sql`SELECT DISTINCT id FROM ${RUNS_TABLE} WHERE ${where} ORDER BY id ${isDescending ? sql`DESC` : sql``} LIMIT {limit:UInt32}`,
      { ...Object.fromEntries(given), ...range, limit },
    )
    return rows.map(({ id }) => id)
  }

  /** Whether rows of a fact were dropped that runs before one had brought, but for some. */
  async hasDropped(fact: string, before: number, except: readonly number[]): Promise<boolean> {
    const rows = await this.#engine.query(
      sql`SELECT id FROM ${RUNS_TABLE} WHERE id < {before:UInt32} AND dropped[{fact:String}] > 0 AND id NOT IN {except:Array(UInt32)} LIMIT 1`,
      { fact, before, except },
    )
    return rows.length > 0
  }

  /** How many records each block has, the greatest number of a run, and the highest fence. */
  async countRecords(): Promise<{ records: Map<number, number>; lastId: number; fence: number }> {
    const rows = await this.#engine.writerQuery<{
      number: number
      records: number
      last: number
      highest: number
    }>(
      sql`SELECT intDiv(id, ${BLOCK_SIZE}) AS number, count() AS records, max(id) AS last, max(fence) AS highest FROM ${RUNS_TABLE} GROUP BY number`,
    )
    return {
      records: new Map(rows.map(({ number, records }) => [number, records])),
      lastId: Math.max(0, ...rows.map(({ last }) => last)),
      fence: Math.max(0, ...rows.map(({ highest }) => highest)),
    }
  }

  /** How many records a block has. */
  async countRecordsOf(number: number): Promise<number> {
    const [row] = await this.#engine.writerQuery<{ records: number }>(
      sql`SELECT count() AS records FROM ${RUNS_TABLE} WHERE ${IN_RANGE}`,
      rangeOf(number),
    )
    return row?.records ?? 0
  }

  /** The last sum of each block: records are only ever added, so no earlier one can hold. */
  readBlocks(): Promise<RunBlock[]> {
    return this.#engine.writerQuery<RunBlock>(
      sql`SELECT * FROM ${BLOCKS_TABLE} ORDER BY number, records DESC LIMIT 1 BY number`,
    )
  }

  async insertBlocks(blocks: readonly RunBlock[]): Promise<void> {
    await this.#engine.insert(BLOCKS_TABLE, blocks)
  }

  /**
   * Adds up a block as it stands, and tells which of its runs have not ended. `records` is how many
   * it had before: one that comes while it is read makes the sum one to be made again.
   */
  async sumUp(number: number, records: number): Promise<{ block: RunBlock; unfinished: Run[] }> {
    const runs = await this.#engine.writerQuery<Run>(newestRunsSql(IN_RANGE), rangeOf(number))
    const unfinished = runs.filter(({ state }) => !hasEnded({ [state]: 1 }))
    return { block: sumUp(number, records, runs), unfinished }
  }
}

/** What is near comes first: the engine reads all of a range, however few are wanted of it. */
function nearest({ fromId, toId }: RunRange, width: number, isDescending: boolean): RunRange {
  return isDescending
    ? { fromId: Math.max(fromId, toId - width + 1), toId }
    : { fromId, toId: Math.min(toId, fromId + width - 1) }
}

/** Whether all runs of a block have ended. */
export function hasEnded(states: RunBlock['states']): boolean {
  return !states.started && !states.committing
}

/** Numbers of the runs of a block. */
export function rangeOf(number: number): { fromId: number; toId: number } {
  return { fromId: number * BLOCK_SIZE, toId: (number + 1) * BLOCK_SIZE - 1 }
}

const CONDITIONS: Record<keyof RunFilter, Sql> = {
  source: sql`source = {source:String}`,
  sourcePrefix: sql`startsWith(source, {sourcePrefix:String})`,
  fact: sql`has(facts, {fact:String})`,
  state: sql`state = {state:String}`,
  contentHash: sql`contentHash = {contentHash:String}`,
}

export function passes(run: Run, filter: RunFilter): boolean {
  const { source, sourcePrefix, fact, state, contentHash } = filter
  return (
    (source === undefined || run.source === source) &&
    (sourcePrefix === undefined || run.source.startsWith(sourcePrefix)) &&
    (fact === undefined || run.facts.includes(fact)) &&
    (state === undefined || run.state === state) &&
    (contentHash === undefined || run.contentHash === contentHash)
  )
}
