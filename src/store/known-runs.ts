import { DroppedVersions } from './dropped-versions.ts'
import type { Run } from './journal.ts'
import { BLOCK_SIZE, blockOf, type RunBlock, sumUp } from './run-block.ts'
import { hasEnded, type RunsTable, rangeOf } from './runs-table.ts'
import { UndoneRuns } from './undone-runs.ts'

// Sums that are written at once, and told about, when there are none yet: of some 260,000 runs.
const BLOCKS_BATCH_SIZE = 64

/** What a start reads first. */
interface Loaded {
  /** Sums that still hold, by block. */
  kept: ReadonlyMap<number, RunBlock>
  /** How many records each block has. */
  records: ReadonlyMap<number, number>
}

/**
 * What is in memory of the journal: runs of the newest two blocks, those that undo others or have
 * not ended, and what every earlier block adds up to (decision 5).
 */
export class KnownRuns {
  readonly #table: RunsTable
  /** Of all runs before `#recentFrom`, in order. */
  readonly #blocks: RunBlock[] = []
  readonly #recent = new Map<number, Run>()
  #recentFrom = 0
  readonly #unfinished = new Map<number, Run>()
  readonly #versions = new Map<string, number>()
  /** Blocks with runs that were written down again. */
  readonly #outdated = new Set<number>()
  /** Blocks without the runs that are undone at present, as far as they were requested. */
  readonly #served = new Map<number, Promise<RunBlock>>()
  #settling = Promise.resolve()
  #summing: { number: number; isStale: boolean } | undefined
  readonly undone = new UndoneRuns()
  readonly dropped = new DroppedVersions()
  #latest = 0
  #latestMs = 0
  #lastId = 0

  constructor(table: RunsTable) {
    this.#table = table
  }

  get blocks(): readonly RunBlock[] {
    return this.#blocks
  }

  /** The newest committed run. */
  get latest(): number {
    return this.#latest
  }

  /** The latest time of a committed run. */
  get latestMs(): number {
    return this.#latestMs
  }

  get lastId(): number {
    return this.#lastId
  }

  get unfinished(): Run[] {
    return [...this.#unfinished.values()]
  }

  versionOf(fact: string): number {
    return this.#versions.get(fact) ?? 0
  }

  /**
   * Costs with the blocks and the recent runs, not with all of them. Returns the highest fence of
   * the records.
   */
  async load(log: (message: string) => void): Promise<number> {
    const { records, lastId, fence } = await this.#table.countRecords()
    const kept = new Map<number, RunBlock>()
    for (const block of await this.#table.readBlocks())
      if (block.records === (records.get(block.number) ?? 0)) kept.set(block.number, block)
    const count = Math.max(0, blockOf(lastId) - 1)
    while (this.#blocks.length < count) {
      const known = kept.get(this.#blocks.length)
      this.#blocks.push(
        ...(known === undefined ? await this.#make({ kept, records }, count, log) : [known]),
      )
    }
    this.#recentFrom = count * BLOCK_SIZE
    for (const block of this.#blocks) this.#takeOver(block)
    const undoing = await this.findAll(this.#blocks.flatMap((block) => block.undoing))
    for (const run of undoing.values()) this.undone.remember(run)
    this.remember(await this.#table.readFrom(this.#recentFrom))
    return fence
  }

  /** The next blocks, which no table has. */
  async #make(
    { kept, records }: Loaded,
    count: number,
    log: (message: string) => void,
  ): Promise<RunBlock[]> {
    const first = this.#blocks.length
    let last = first
    while (last + 1 < Math.min(count, first + BLOCKS_BATCH_SIZE) && !kept.has(last + 1)) last++
    if (last > first)
      log(
        `Summing up earlier runs (${first.toLocaleString('en')} of ${count.toLocaleString('en')} blocks); this happens once.`,
      )
    const blocks: RunBlock[] = []
    for (let number = first; number <= last; number++) {
      const { block, unfinished } = await this.#table.sumUp(number, records.get(number) ?? 0)
      blocks.push(block)
      for (const run of unfinished) this.#unfinished.set(run.id, run)
    }
    await this.#keep(blocks)
    return blocks
  }

  #takeOver({ versions, droppedUpTo, latest, atMs }: RunBlock): void {
    for (const fact in versions) this.#versions.set(fact, versions[fact] ?? 0)
    this.dropped.remember({ state: 'committed', droppedUpTo })
    this.#latest = Math.max(this.#latest, latest)
    this.#latestMs = Math.max(this.#latestMs, atMs)
  }

  /** What was read since; returns the facts that have become newer. */
  remember(runs: readonly Run[]): string[] {
    const before = new Map(this.#versions)
    // An earlier one that has ended is known.
    for (const run of runs)
      if (run.id >= this.#recentFrom || this.#unfinished.has(run.id)) this.take(run)
    return [...this.#versions]
      .filter(([fact, version]) => before.get(fact) !== version)
      .map(([fact]) => fact)
  }

  /** A run in a new state. */
  take(run: Run): void {
    const number = blockOf(run.id)
    if (run.id >= this.#recentFrom) this.#recent.set(run.id, run)
    else this.#outdated.add(number)
    if (this.#summing?.number === number) this.#summing.isStale = true
    this.#lastId = Math.max(this.#lastId, run.id)
    if (hasEnded({ [run.state]: 1 })) this.#unfinished.delete(run.id)
    else this.#unfinished.set(run.id, run)
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
      const records = await this.#table.countRecordsOf(number)
      const { block } = await this.#table.sumUp(number, records)
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
    const ended = blocks.filter(({ states }) => hasEnded(states))
    if (ended.length > 0) await this.#table.insertBlocks(ended)
  }

  #findLatest(): number {
    const recent = this.recentUpTo(this.#lastId).findLast(({ state }) => state === 'committed')
    return recent?.id ?? this.#blocks.findLast(({ latest }) => latest > 0)?.latest ?? 0
  }

  /** Recent runs in order. */
  recentUpTo(toId: number, fromId = this.#recentFrom): Run[] {
    const runs: Run[] = []
    for (let id = Math.max(fromId, this.#recentFrom); id <= Math.min(toId, this.#lastId); id++) {
      const run = this.#recent.get(id)
      if (run !== undefined) runs.push(run)
    }
    return runs
  }

  /** What runs up to one add up to, without some. */
  async blocksAt(run: number, without: ReadonlySet<number>): Promise<RunBlock[]> {
    const isPresent = run >= this.#latest
    const affected = new Set([...without].map(blockOf))
    const recent = this.recentUpTo(run).filter(({ id }) => !without.has(id))
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
}
