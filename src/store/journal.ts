import { identifier, type Sql, sql } from '../lib/sql.ts'
import type { DroppedVersions } from './dropped-versions.ts'
import type { Engine } from './engine.ts'
import { KnownRuns } from './known-runs.ts'
import { blockOf, FactTotals, type RunBlock, sumHistories, sumUp } from './run-block.ts'
import { passes, type RunFilter, type RunRange, RunsTable, rangeOf } from './runs-table.ts'
import { DATABASE, type Placement } from './tables.ts'
import type { UndoneRuns } from './undone-runs.ts'

/** `lost`: committed once, but its rows are gone from the disk, and doctor took the rest back. */
export const RUN_STATES = ['committed', 'started', 'committing', 'failed', 'lost'] as const
export type RunState = (typeof RUN_STATES)[number]

/** One run as it stands: everything that enters the store belongs to exactly one. */
export interface Run {
  id: number
  state: RunState
  startedAtMs: number
  /** When the run reached its present state; for a committed run, when its rows became known. */
  atMs: number
  source: string
  facts: string[]
  contentHash: string
  accepted: number
  rejected: number
  held: number
  note: string
  /** Rows by fact; empty where they were not counted. */
  rows: Record<string, number>
  /** Newest time of its rows that are not held, by fact with a time; `null` when all are held. */
  newestSec: Record<string, number | null>
  /** How often a run that had ended was written down again; the highest counts. */
  revision: number
  /** Runs that it takes back; rows of its own it has none then. */
  undoes: number[]
  /** Rows by fact that it brought and that were dropped since; `rows` no longer counts them. */
  dropped: Record<string, number>
  /** By fact the run up to which it dropped versions that were superseded. */
  droppedUpTo: Record<string, number>
}

export const JOURNAL_TABLE = 'runs'
export const RUNS_TABLE = identifier(DATABASE, JOURNAL_TABLE)
const NO_LOG = () => undefined
// The states of one run may have the same time, where a clock is behind that of the latest run.
const LATER_FIRST = sql`indexOf(['committing', 'started'], state)`

/**
 * The records of runs as they stand now: of several about one run the latest record wins, which is
 * that of the writer with the highest fence, however late an earlier one speaks.
 */
export function newestRunsSql(where: Sql): Sql {
  return sql`SELECT id, CAST(state, 'String') AS state, startedAtMs, atMs, source, facts, contentHash, accepted, rejected, held, note, rows, newestSec, revision, undoes, dropped, droppedUpTo FROM ${RUNS_TABLE} WHERE ${where} ORDER BY id, revision DESC, arraySum(mapValues(dropped)) DESC, fence DESC, state = 'committed' DESC, ${LATER_FIRST}, atMs DESC LIMIT 1 BY id`
}

/**
 * The log of runs: the only truth about what is committed, what is visible, and how new each fact
 * is. It is in the engine; in memory are the latest runs, those that undo others or have not
 * ended, and what each block of earlier ones adds up to (decision 5).
 */
export class Journal {
  readonly #table: RunsTable
  readonly #known: KnownRuns
  /** Of the turn in which runs are written; at first the highest that was. */
  fence = 0

  private constructor(table: RunsTable) {
    this.#table = table
    this.#known = new KnownRuns(table)
  }

  static async open(
    engine: Engine,
    placement: Placement,
    log: (message: string) => void = NO_LOG,
  ): Promise<Journal> {
    const journal = new Journal(await RunsTable.open(engine, placement))
    journal.fence = await journal.#known.load(log)
    return journal
  }

  /** What other processes have written since; it counts when it is remembered. */
  readNewer(): Promise<Run[]> {
    return this.#table.readFrom(this.latest + 1)
  }

  /** Returns the facts that have become newer. */
  remember(runs: readonly Run[]): string[] {
    return this.#known.remember(runs)
  }

  /** Writes the run's new state, durably, before anything relies on it. */
  async write(run: Run): Promise<void> {
    await this.writeAll([run])
  }

  async writeAll(runs: readonly Run[]): Promise<void> {
    await this.#table.insert(runs, this.fence)
    for (const run of runs) this.#known.take(run)
    // They count, whatever becomes of this; what is not summed up now is with the next run.
    await this.#known.settle(true).catch(() => undefined)
  }

  /** Forgets runs that are no longer recent, which this process did not write. */
  settle(): Promise<void> {
    return this.#known.settle(false)
  }

  /** Which runs were taken back. */
  get undone(): UndoneRuns {
    return this.#known.undone
  }

  /** Which versions were dropped. */
  get dropped(): DroppedVersions {
    return this.#known.dropped
  }

  /** Times of runs never decrease, even when the machine's clock is set back. */
  timeOf(nowMs: number): number {
    return Math.max(nowMs, this.#known.latestMs)
  }

  /** The newest committed run: rows of later ones are not visible. */
  get latest(): number {
    return this.#known.latest
  }

  get nextId(): number {
    return this.#known.lastId + 1
  }

  /** The newest run that was committed at or before a time. */
  async latestAt(asOfMs: number): Promise<number> {
    // Stores that were written before this held may have times that decrease: the largest counts.
    const isLater = (run: { atMs: number }) => run.atMs > asOfMs
    const index = this.#known.blocks.findIndex(isLater)
    const committed =
      index < 0
        ? this.#known.recentUpTo(this.#known.lastId).filter(({ state }) => state === 'committed')
        : await this.#table.select<Pick<Run, 'id' | 'atMs'>>(
            sql`id, atMs`,
            sql`WHERE state = 'committed' ORDER BY id`,
            rangeOf(index),
          )
    const later = committed.findIndex(isLater)
    const last = (later < 0 ? committed : committed.slice(0, later)).at(-1)
    const before = index < 0 ? this.#known.blocks : this.#known.blocks.slice(0, index)
    return last?.id ?? before.findLast(({ latest }) => latest > 0)?.latest ?? 0
  }

  /** The data version of a fact: the newest committed run that touched it. */
  versionOf(fact: string): number {
    return this.#known.versionOf(fact)
  }

  /** The data version of several facts: the newest committed run that touched any of them. */
  versionOfAny(facts: readonly string[]): number {
    return Math.max(0, ...facts.map((fact) => this.versionOf(fact)))
  }

  /** The version the named facts had when `run` was the newest. */
  async versionAt(facts: readonly string[], run: number): Promise<number> {
    if (run >= this.latest) return this.versionOfAny(facts)
    const recent = this.#known
      .recentUpTo(run)
      .findLast(
        (one) => one.state === 'committed' && one.facts.some((fact) => facts.includes(fact)),
      )
    if (recent !== undefined) return recent.id
    for (
      let number = Math.min(blockOf(run), this.#known.blocks.length - 1);
      number >= 0;
      number--
    ) {
      const versions = facts.map((fact) => this.#known.blocks[number]?.versions[fact] ?? 0)
      const newest = Math.max(0, ...versions)
      const [found] =
        newest <= run
          ? [{ newestId: newest }]
          : await this.#table.select<{ newestId: number }>(
              sql`max(id) AS newestId`,
              sql`WHERE state = 'committed' AND hasAny(facts, {facts:Array(String)})`,
              { ...rangeOf(number), toId: run },
              { facts },
            )
      if (found !== undefined && found.newestId > 0) return found.newestId
    }
    return 0
  }

  /** What each fact had when `run` was the newest: rows of all versions, and how new they were. */
  async totalsAt(run: number): Promise<FactTotals> {
    return new FactTotals(await this.#known.blocksAt(run, this.undone.listAt(run)))
  }

  /** Rows of each fact that committed runs brought, undone ones too. */
  countRows(): FactTotals {
    return new FactTotals([
      ...this.#known.blocks,
      sumUp(0, 0, this.#known.recentUpTo(this.#known.lastId)),
    ])
  }

  /** Runs by state. */
  countByState(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { states } of [
      ...this.#known.blocks,
      sumUp(0, 0, this.#known.recentUpTo(this.#known.lastId)),
    ])
      for (const state in states) counts.set(state, (counts.get(state) ?? 0) + (states[state] ?? 0))
    return counts
  }

  /** Sums over all runs up to one, by which stores are distinguished. */
  async sumHistory(run: number): Promise<[times: number, rows: number, revisions: number]> {
    return sumHistories(await this.#known.blocksAt(run, new Set()))
  }

  async find(id: number): Promise<Run | undefined> {
    return (await this.findAll([id])).get(id)
  }

  /** Runs by number; those that do not exist are missing. */
  findAll(ids: readonly number[]): Promise<Map<number, Run>> {
    return this.#known.findAll(ids)
  }

  /** Committed content of a source that is served; what was taken back may come again. */
  async findCommitted(source: string, contentHash: string): Promise<Run | undefined> {
    const undone = this.undone.listAt(this.latest)
    const found = await this.listNewest({ source, contentHash, state: 'committed' })
    return found.find(({ id }) => !undone.has(id))
  }

  /** The newest runs that a filter lets through, before one. */
  async listNewest(
    filter: RunFilter,
    { limit = Number.POSITIVE_INFINITY, before = Number.POSITIVE_INFINITY } = {},
  ): Promise<Run[]> {
    const found = this.#known
      .recentUpTo(before - 1)
      .filter((run) => passes(run, filter))
      .reverse()
    const range = this.#earlierRange(filter, { fromId: 1, toId: before - 1 })
    if (found.length < limit && range !== undefined)
      found.push(
        ...(await this.#table.search(range, filter, {
          limit: limit - found.length,
          isDescending: true,
        })),
      )
    return found.slice(0, limit)
  }

  /** Runs after one that a filter lets through, in order. */
  async listAfter(
    id: number,
    limit = Number.POSITIVE_INFINITY,
    filter: RunFilter = {},
  ): Promise<Run[]> {
    const range = this.#earlierRange(filter, { fromId: id + 1, toId: Number.POSITIVE_INFINITY })
    const earlier =
      range === undefined
        ? []
        : await this.#table.search(range, filter, { limit, isDescending: false })
    const recent = this.#known
      .recentUpTo(this.#known.lastId, id + 1)
      .filter((run) => passes(run, filter))
    return [...earlier, ...recent].slice(0, limit)
  }

  /** Committed runs after one, in order. */
  listCommitted(afterId: number, limit: number): Promise<Run[]> {
    return this.listAfter(afterId, limit, { state: 'committed' })
  }

  /** Where earlier runs of a filter can be; undefined: there are none. */
  #earlierRange({ source, state }: RunFilter, range: RunRange): RunRange | undefined {
    const mayHave = (block: RunBlock) =>
      rangeOf(block.number).toId >= range.fromId &&
      rangeOf(block.number).fromId <= range.toId &&
      (state === undefined || (block.states[state] ?? 0) > 0) &&
      (source === undefined || state !== 'committed' || block.sources.includes(source))
    const [first, last] = [this.#known.blocks.find(mayHave), this.#known.blocks.findLast(mayHave)]
    if (first === undefined || last === undefined) return undefined
    return {
      fromId: Math.max(range.fromId, rangeOf(first.number).fromId),
      toId: Math.min(range.toId, rangeOf(last.number).toId),
    }
  }

  /**
   * Committed runs of which some fact is not counted, or has no newest timestamp though it should.
   */
  async listUncounted(isTimed: (fact: string) => boolean): Promise<Run[]> {
    const isUncounted = ({ state, facts, rows, newestSec }: Run) =>
      state === 'committed' &&
      facts.some(
        (fact) => rows[fact] === undefined || (isTimed(fact) && newestSec[fact] === undefined),
      )
    const found: Run[] = []
    for (const { number, uncounted, untimed } of this.#known.blocks)
      if (uncounted.length > 0 || untimed.some(isTimed))
        found.push(...(await this.#table.readRange(rangeOf(number))).filter(isUncounted))
    return [...found, ...this.#known.recentUpTo(this.#known.lastId).filter(isUncounted)]
  }

  /** Runs of a range, and the rows that committed ones of them brought, by fact. */
  countRange(range: RunRange): Promise<{ runs: number; rows: Map<string, number> }> {
    return this.#table.countRange(range)
  }

  /** Whether rows of a fact were dropped that runs before one had brought, but for some. */
  hasDropped(fact: string, before: number, except: readonly number[]): Promise<boolean> {
    return this.#table.hasDropped(fact, before, except)
  }

  unfinished(): Run[] {
    return this.#known.unfinished
  }
}
