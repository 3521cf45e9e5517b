import { DroppedVersions } from './dropped-versions.ts'
import type { Engine } from './engine.ts'
import { BLOCK_SIZE, blockOf, FactTotals, type RunBlock, sumHistories, sumUp } from './run-block.ts'
import { passes, type RunFilter, type RunRange, RunsTable, rangeOf } from './runs-table.ts'
import { DATABASE, type Placement } from './tables.ts'
import { UndoneRuns } from './undone-runs.ts'

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
export const RUNS_TABLE = `${DATABASE}.${JOURNAL_TABLE}`
const BLOCKS_BATCH_SIZE = 100
const NO_LOG = () => undefined

/**
 * The records of runs as they stand now: of several about one run the last word counts, which is
 * that of the writer with the highest fence, however late an earlier one speaks.
 */
export function newestRunsSql(where: string, table = RUNS_TABLE): string {
  const byFence = table === RUNS_TABLE ? ' fence DESC,' : ''
  return (
    `SELECT id, CAST(state, 'String') AS state, startedAtMs, atMs, source, facts, contentHash, accepted, rejected, held, note, rows, newestSec, revision, undoes, dropped, droppedUpTo FROM ${table} ` +
    `WHERE ${where} ORDER BY id, revision DESC, arraySum(mapValues(dropped)) DESC,${byFence} state = 'committed' DESC, atMs DESC LIMIT 1 BY id`
  )
}

/**
 * The log of runs: the only truth about what is committed, what is visible, and how new each fact
 * is. It lies in the engine; in memory are the latest runs, those that undo others or have not
 * ended, and what each block of earlier ones adds up to (decision 244).
 */
export class Journal {
  readonly #table: RunsTable
  /** Of all runs before `#recentFrom`, in order. */
  readonly #blocks: RunBlock[] = []
  readonly #recent = new Map<number, Run>()
  #recentFrom = 0
  readonly #unfinished = new Map<number, Run>()
  readonly #versions = new Map<string, number>()
  /** Blocks with runs that were written down again. */
  readonly #outdated = new Set<number>()
  /** Blocks without the runs that are undone at present, as far as they were asked for. */
  readonly #served = new Map<number, Promise<RunBlock>>()
  #settling = Promise.resolve()
  #summing: { number: number; isStale: boolean } | undefined
  /** Which runs were taken back. */
  readonly undone = new UndoneRuns()
  /** Which versions were dropped. */
  readonly dropped = new DroppedVersions()
  #latest = 0
  #latestMs = 0
  #lastId = 0
  /** Of the turn in which runs are written; 0 where no other process can write. */
  fence = 0

  private constructor(table: RunsTable) {
    this.#table = table
  }

  static async open(
    engine: Engine,
    placement: Placement,
    log: (message: string) => void = NO_LOG,
  ): Promise<Journal> {
    const journal = new Journal(await RunsTable.open(engine, placement))
    await journal.#load(log)
    return journal
  }

  async #load(log: (message: string) => void): Promise<void> {
    const { records, lastId } = await this.#table.countRecords()
    const kept = new Map<number, RunBlock>()
    for (const block of await this.#table.readBlocks())
      if (block.records === (records.get(block.number) ?? 0)) kept.set(block.number, block)
    const made: RunBlock[] = []
    const count = Math.max(0, blockOf(lastId) - 1)
    for (let number = 0; number < count; number++) {
      const block = kept.get(number) ?? (await this.#sumUp(number))
      this.#blocks.push(block)
      if (!kept.has(number)) made.push(block)
      if (made.length < BLOCKS_BATCH_SIZE) continue
      log(`Summing up earlier runs (${number + 1} of ${count} blocks); this happens once.`)
      await this.#keep(made.splice(0))
    }
    await this.#keep(made)
    this.#recentFrom = count * BLOCK_SIZE
    for (const { versions, droppedUpTo, latest, atMs } of this.#blocks) {
      for (const fact in versions) this.#versions.set(fact, versions[fact] ?? 0)
      this.dropped.remember({ state: 'committed', droppedUpTo })
      this.#latest = Math.max(this.#latest, latest)
      this.#latestMs = Math.max(this.#latestMs, atMs)
    }
    const undoing = await this.findAll(this.#blocks.flatMap((block) => block.undoing))
    for (const run of undoing.values()) this.undone.remember(run)
    this.remember(await this.#table.readFrom(this.#recentFrom))
  }

  /** What other processes have written since; it counts when it is remembered. */
  readNewer(): Promise<Run[]> {
    return this.#table.readFrom(this.latest + 1)
  }

  /** Returns the facts that have become newer. */
  remember(runs: readonly Run[]): string[] {
    const before = new Map(this.#versions)
    // An earlier one that has ended is known, unless it is written down again by this process.
    for (const run of runs)
      if (run.id >= this.#recentFrom || this.#unfinished.has(run.id)) this.#remember(run)
    return [...this.#versions]
      .filter(([fact, version]) => before.get(fact) !== version)
      .map(([fact]) => fact)
  }

  /** Writes the run's new state, durably, before anything relies on it. */
  async write(run: Run): Promise<void> {
    await this.writeAll([run])
  }

  async writeAll(runs: readonly Run[]): Promise<void> {
    await this.#table.insert(runs, this.fence)
    for (const run of runs) this.#remember(run)
    // They count, whatever becomes of this; what is not summed up now is with the next run.
    await this.settle(true).catch(() => undefined)
  }

  /** Sums up what is no longer recent, and again what was written down again. */
  async settle(isWriter: boolean): Promise<void> {
    const settled = this.#settling.then(() => this.#settle(isWriter))
    this.#settling = settled.catch(() => undefined)
    await settled
  }

  async #settle(isWriter: boolean): Promise<void> {
    for (;;) {
      const oldest = blockOf(this.#recentFrom)
      const due = blockOf(this.#lastId) - oldest > 1 ? oldest : undefined
      const [number = due] = this.#outdated
      if (number === undefined) return
      const summing = { number, isStale: false }
      this.#summing = summing
      const block = await this.#sumUp(number)
      // A run of it was written meanwhile.
      if (summing.isStale) continue
      this.#blocks[number] = block
      this.#outdated.delete(number)
      this.#served.delete(number)
      if (number === oldest) this.#forgetRecent(number)
      this.#latest = this.#findLatest()
      if (isWriter) await this.#keep([block])
    }
  }

  #forgetRecent(number: number): void {
    const { fromId, toId } = rangeOf(number)
    for (let id = fromId; id <= toId; id++) this.#recent.delete(id)
    this.#recentFrom = toId + 1
  }

  /** A block in which all has ended is not added up again at the next start. */
  async #keep(blocks: readonly RunBlock[]): Promise<void> {
    const ended = blocks.filter(({ states }) => !states.started && !states.committing)
    if (ended.length > 0) await this.#table.insertBlocks(ended)
  }

  async #sumUp(number: number): Promise<RunBlock> {
    const { block, runs } = await this.#table.sumUp(number)
    for (const run of runs) this.#noteEnd(run)
    return block
  }

  #noteEnd(run: Run): void {
    if (run.state === 'started' || run.state === 'committing') this.#unfinished.set(run.id, run)
    else this.#unfinished.delete(run.id)
  }

  #remember(run: Run): void {
    const number = blockOf(run.id)
    if (run.id >= this.#recentFrom) this.#recent.set(run.id, run)
    else this.#outdated.add(number)
    if (this.#summing?.number === number) this.#summing.isStale = true
    this.#lastId = Math.max(this.#lastId, run.id)
    this.#noteEnd(run)
    this.undone.remember(run)
    if (run.undoes.length > 0) this.#served.clear()
    this.dropped.remember(run)
    if (run.state !== 'committed') {
      if (run.id === this.#latest) this.#latest = this.#findLatest()
      return
    }
    this.#latestMs = Math.max(this.#latestMs, run.atMs)
    if (run.id <= this.#latest) return
    this.#latest = run.id
    for (const fact of run.facts) this.#versions.set(fact, run.id)
  }

  #findLatest(): number {
    const recent = this.#recentUpTo(this.#lastId).findLast(({ state }) => state === 'committed')
    return recent?.id ?? this.#blocks.findLast(({ latest }) => latest > 0)?.latest ?? 0
  }

  /** Recent runs in order. */
  #recentUpTo(toId: number, fromId = this.#recentFrom): Run[] {
    const runs: Run[] = []
    for (let id = Math.max(fromId, this.#recentFrom); id <= Math.min(toId, this.#lastId); id++) {
      const run = this.#recent.get(id)
      if (run !== undefined) runs.push(run)
    }
    return runs
  }

  /** Times of runs never decrease, even when the machine's clock is set back. */
  timeOf(nowMs: number): number {
    return Math.max(nowMs, this.#latestMs)
  }

  /** The newest committed run: rows of later ones are not visible. */
  get latest(): number {
    return this.#latest
  }

  get nextId(): number {
    return this.#lastId + 1
  }

  /** The newest run that was committed at or before a time. */
  async latestAt(asOfMs: number): Promise<number> {
    // Stores that were written before this held may have times that decrease: the largest counts.
    const isLater = (run: { atMs: number }) => run.atMs > asOfMs
    const index = this.#blocks.findIndex(isLater)
    const committed =
      index < 0
        ? this.#recentUpTo(this.#lastId).filter(({ state }) => state === 'committed')
        : await this.#table.select<Pick<Run, 'id' | 'atMs'>>(
            'id, atMs',
            "WHERE state = 'committed' ORDER BY id",
            rangeOf(index),
          )
    const later = committed.findIndex(isLater)
    const last = (later < 0 ? committed : committed.slice(0, later)).at(-1)
    const before = index < 0 ? this.#blocks : this.#blocks.slice(0, index)
    return last?.id ?? before.findLast(({ latest }) => latest > 0)?.latest ?? 0
  }

  /** The data version of a fact: the newest committed run that touched it. */
  versionOf(fact: string): number {
    return this.#versions.get(fact) ?? 0
  }

  /** The data version of several facts: the newest committed run that touched any of them. */
  versionOfAny(facts: readonly string[]): number {
    return Math.max(0, ...facts.map((fact) => this.versionOf(fact)))
  }

  /** The version the named facts had when `run` was the newest. */
  async versionAt(facts: readonly string[], run: number): Promise<number> {
    if (run >= this.latest) return this.versionOfAny(facts)
    const recent = this.#recentUpTo(run).findLast(
      (one) => one.state === 'committed' && one.facts.some((fact) => facts.includes(fact)),
    )
    if (recent !== undefined) return recent.id
    for (let number = Math.min(blockOf(run), this.#blocks.length - 1); number >= 0; number--) {
      const versions = facts.map((fact) => this.#blocks[number]?.versions[fact] ?? 0)
      const newest = Math.max(0, ...versions)
      const [found] =
        newest <= run
          ? [{ newestId: newest }]
          : await this.#table.select<{ newestId: number }>(
              'max(id) AS newestId',
              "WHERE state = 'committed' AND hasAny(facts, {facts:Array(String)})",
              { ...rangeOf(number), toId: run },
              { facts },
            )
      if (found !== undefined && found.newestId > 0) return found.newestId
    }
    return 0
  }

  /** What each fact had when `run` was the newest: rows of all versions, and how new they were. */
  async totalsAt(run: number): Promise<FactTotals> {
    return new FactTotals(await this.#blocksAt(run, this.undone.listAt(run)))
  }

  /** Rows of each fact that committed runs brought, undone ones too. */
  countRows(): FactTotals {
    return new FactTotals([...this.#blocks, sumUp(0, 0, this.#recentUpTo(this.#lastId))])
  }

  /** Runs by state. */
  countByState(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { states } of [...this.#blocks, sumUp(0, 0, this.#recent.values())])
      for (const state in states) counts.set(state, (counts.get(state) ?? 0) + (states[state] ?? 0))
    return counts
  }

  /** Sums over all runs up to one, by which stores are told apart. */
  async sumHistory(run: number): Promise<[times: number, rows: number, revisions: number]> {
    return sumHistories(await this.#blocksAt(run, new Set()))
  }

  /** What runs up to one add up to, without some. */
  async #blocksAt(run: number, without: ReadonlySet<number>): Promise<RunBlock[]> {
    const isPresent = run >= this.latest
    const affected = new Set([...without].map(blockOf))
    const recent = this.#recentUpTo(run).filter(({ id }) => !without.has(id))
    const blocks: (RunBlock | Promise<RunBlock>)[] = this.#blocks.slice(0, blockOf(run + 1))
    const sumRange = async (number: number, toId: number) => {
      const runs = await this.#table.readRange({ ...rangeOf(number), toId })
      return sumUp(
        number,
        0,
        runs.filter(({ id }) => !without.has(id)),
      )
    }
    for (const number of affected) {
      if (number >= blocks.length) continue
      const known = isPresent ? this.#served.get(number) : undefined
      const served = known ?? sumRange(number, rangeOf(number).toId)
      if (isPresent) this.#served.set(number, served)
      served.catch(() => this.#served.delete(number))
      blocks[number] = served
    }
    if (run < this.#recentFrom && rangeOf(blockOf(run)).toId !== run)
      blocks.push(sumRange(blockOf(run), run))
    return [...(await Promise.all(blocks)), sumUp(0, 0, recent)]
  }

  async find(id: number): Promise<Run | undefined> {
    return (await this.findAll([id])).get(id)
  }

  /** Runs by number; those that do not exist are missing. */
  async findAll(ids: readonly number[]): Promise<Map<number, Run>> {
    const found = new Map<number, Run>()
    const earlier: number[] = []
    for (const id of new Set(ids)) {
      const run = this.#recent.get(id)
      if (run !== undefined) found.set(id, run)
      else if (id < this.#recentFrom) earlier.push(id)
    }
    for (let from = 0; from < earlier.length; from += BLOCK_SIZE)
      for (const run of await this.#table.readRuns(earlier.slice(from, from + BLOCK_SIZE)))
        found.set(run.id, run)
    return found
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
    const found = this.#recentUpTo(before - 1)
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
    const recent = this.#recentUpTo(this.#lastId, id + 1).filter((run) => passes(run, filter))
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
    const [first, last] = [this.#blocks.find(mayHave), this.#blocks.findLast(mayHave)]
    if (first === undefined || last === undefined) return undefined
    return {
      fromId: Math.max(range.fromId, rangeOf(first.number).fromId),
      toId: Math.min(range.toId, rangeOf(last.number).toId),
    }
  }

  /** Committed runs of which some fact is not counted, or has no newest moment though it should. */
  async listUncounted(isTimed: (fact: string) => boolean): Promise<Run[]> {
    const isUncounted = ({ state, facts, rows, newestSec }: Run) =>
      state === 'committed' &&
      facts.some(
        (fact) => rows[fact] === undefined || (isTimed(fact) && newestSec[fact] === undefined),
      )
    const found: Run[] = []
    for (const { number, uncounted, untimed } of this.#blocks)
      if (uncounted.length > 0 || untimed.some(isTimed))
        found.push(...(await this.#table.readRange(rangeOf(number))).filter(isUncounted))
    return [...found, ...this.#recentUpTo(this.#lastId).filter(isUncounted)]
  }

  /** Runs of a range, and the rows that committed ones of them brought, by fact. */
  async countRange(range: RunRange): Promise<{ runs: number; rows: Map<string, number> }> {
    const [counted] = await this.#table.select<{ runs: number }>('count() AS runs', '', range)
    const rows = await this.#table.select<{ fact: string; total: number }>(
      'counts.1 AS fact, sum(counts.2) AS total',
      "ARRAY JOIN CAST(rows, 'Array(Tuple(String, UInt64))') AS counts WHERE state = 'committed' GROUP BY fact",
      range,
    )
    return { runs: counted?.runs ?? 0, rows: new Map(rows.map((row) => [row.fact, row.total])) }
  }

  /** Whether rows of a fact were dropped that runs before one had brought, but for some. */
  hasDropped(fact: string, before: number, except: readonly number[]): Promise<boolean> {
    return this.#table.hasDropped(fact, before, except)
  }

  unfinished(): Run[] {
    return [...this.#unfinished.values()]
  }
}
