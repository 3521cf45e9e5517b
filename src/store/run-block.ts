import { type Sql, sql } from '../lib/sql.ts'
import type { Run } from './journal.ts'

/** Runs whose numbers are together are summed up as one block. */
export const BLOCK_SIZE = 4_096
// Newest timestamps of a fact: enough to tell a rhythm, few enough to follow a new one.
const KEPT_TIMESTAMPS = 31
// Sums stay exact, whatever the order of the runs.
const MODULUS = 1_000_000_007

/** What the runs of one block add up to: all that is kept of them in memory. */
export interface RunBlock {
  number: number
  /** Records of the journal that it was made from: with any other count it no longer holds. */
  records: number
  /** The newest committed run; 0 without one. */
  latest: number
  /** The latest time of a committed run. */
  atMs: number
  states: Record<string, number>
  /** Sources of committed runs. */
  sources: string[]
  /** By fact: rows of committed runs. */
  rows: Record<string, number>
  /** By fact: the timestamps that became its newest, oldest first, the last of them only. */
  timestamps: Record<string, number[]>
  /** By fact: the newest committed run that touched it. */
  versions: Record<string, number>
  /** Committed runs that undo others. */
  undoing: number[]
  droppedUpTo: Record<string, number>
  /** Facts of committed runs that say nothing about their rows, or about their newest timestamp. */
  uncounted: string[]
  untimed: string[]
  /** Sums by which the history of one store is told from that of another. */
  timesSum: number
  rowsSum: number
  revisionsSum: number
}

export const BLOCK_COLUMNS: Record<keyof RunBlock, Sql> = {
  number: sql`UInt32`,
  records: sql`UInt64`,
  latest: sql`UInt32`,
  atMs: sql`UInt64`,
  states: sql`Map(String, UInt64)`,
  sources: sql`Array(String)`,
  rows: sql`Map(String, UInt64)`,
  timestamps: sql`Map(String, Array(UInt64))`,
  versions: sql`Map(String, UInt32)`,
  undoing: sql`Array(UInt32)`,
  droppedUpTo: sql`Map(String, UInt32)`,
  uncounted: sql`Array(String)`,
  untimed: sql`Array(String)`,
  timesSum: sql`UInt64`,
  rowsSum: sql`UInt64`,
  revisionsSum: sql`UInt64`,
}

export function blockOf(id: number): number {
  return Math.floor(id / BLOCK_SIZE)
}

/** Adds up runs, which must come in the order of their numbers. */
export function sumUp(number: number, records: number, runs: Iterable<Run>): RunBlock {
  const block: RunBlock = {
    ...{ number, records, latest: 0, atMs: 0, states: {}, sources: [], rows: {}, timestamps: {} },
    ...{ versions: {}, undoing: [], droppedUpTo: {}, uncounted: [], untimed: [] },
    ...{ timesSum: 0, rowsSum: 0, revisionsSum: 0 },
  }
  for (const run of runs) addRun(block, run)
  return block
}

function addRun(block: RunBlock, run: Run): void {
  const { id, state, startedAtMs, atMs } = run
  const times = (startedAtMs % MODULUS) + 2 * (atMs % MODULUS) * (id % 1_000)
  block.timesSum = (block.timesSum + times) % MODULUS
  block.rowsSum += run.accepted + run.held
  block.revisionsSum += run.revision
  block.states[state] = (block.states[state] ?? 0) + 1
  if (state !== 'committed') return
  block.latest = id
  block.atMs = Math.max(block.atMs, atMs)
  addOnce(block.sources, run.source)
  if (run.undoes.length > 0) block.undoing.push(id)
  for (const [fact, upTo] of Object.entries(run.droppedUpTo))
    block.droppedUpTo[fact] = Math.max(upTo, block.droppedUpTo[fact] ?? 0)
  for (const [fact, rows] of Object.entries(run.rows))
    block.rows[fact] = (block.rows[fact] ?? 0) + rows
  for (const fact of run.facts) {
    block.versions[fact] = id
    if (run.rows[fact] === undefined) addOnce(block.uncounted, fact)
    if (run.newestSec[fact] === undefined) addOnce(block.untimed, fact)
    block.timestamps[fact] = addTimestamps(block.timestamps[fact] ?? [], [
      run.newestSec[fact] ?? null,
    ])
  }
}

function addOnce(names: string[], name: string): void {
  if (!names.includes(name)) names.push(name)
}

/** Only what is newer than all before it is a newest timestamp. */
function addTimestamps(before: number[], later: readonly (number | null)[]): number[] {
  for (const sec of later)
    if (sec !== null && sec > (before.at(-1) ?? -1)) {
      before.push(sec)
      if (before.length > KEPT_TIMESTAMPS) before.shift()
    }
  return before
}

/** How many rows a fact has, and how new they are. */
export interface FactTotal {
  readonly rows: number
  /** The newest timestamp of a row that is not held; `null` without one, or of a fact without a time. */
  readonly newestSec: number | null
  /** The newest run that touched it; 0 without one. */
  readonly run: number
  /** The last newest timestamps that it had, the latest first. */
  readonly timestamps: readonly number[]
}

/** What facts have after some blocks. */
export class FactTotals {
  readonly #rows = new Map<string, number>()
  readonly #timestamps = new Map<string, number[]>()
  readonly #versions = new Map<string, number>()

  /** Blocks come in the order of their numbers. */
  constructor(blocks: Iterable<RunBlock>) {
    for (const { rows, timestamps, versions } of blocks) {
      for (const fact in rows) this.#rows.set(fact, (this.#rows.get(fact) ?? 0) + (rows[fact] ?? 0))
      for (const fact in versions) this.#versions.set(fact, versions[fact] ?? 0)
      for (const fact in timestamps)
        this.#timestamps.set(
          fact,
          addTimestamps(this.#timestamps.get(fact) ?? [], timestamps[fact] ?? []),
        )
    }
  }

  of(fact: string): FactTotal {
    const run = this.#versions.get(fact) ?? 0
    const timestamps = (this.#timestamps.get(fact) ?? []).toReversed()
    return { rows: this.#rows.get(fact) ?? 0, newestSec: timestamps[0] ?? null, run, timestamps }
  }
}

/** Adds up what tells histories apart. */
export function sumHistories(blocks: Iterable<RunBlock>): [number, number, number] {
  let [times, rows, revisions] = [0, 0, 0]
  for (const { timesSum, rowsSum, revisionsSum } of blocks) {
    times = (times + timesSum) % MODULUS
    rows += rowsSum
    revisions += revisionsSum
  }
  return [times, rows, revisions]
}
