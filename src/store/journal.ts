import { at } from '../lib/at.ts'
import { DroppedVersions } from './dropped-versions.ts'
import type { Engine } from './engine.ts'
import { type FactTotal, RunTotals } from './run-totals.ts'
import { addColumns, createTable, DATABASE, type Placement } from './tables.ts'
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

const TABLE = `${DATABASE}.runs`
export const JOURNAL_TABLE = 'runs'
const ADDED_COLUMNS = {
  rows: 'Map(String, UInt64)',
  newestSec: 'Map(String, Nullable(UInt64))',
  revision: 'UInt8',
  undoes: 'Array(UInt32)',
  dropped: 'Map(String, UInt64)',
  droppedUpTo: 'Map(String, UInt32)',
  fence: 'UInt64',
}

/**
 * The records of runs as they stand now: of several about one run the last word counts, which is
 * that of the writer with the highest fence, however late an earlier one speaks.
 */
export function newestRunsSql(where: string, table = TABLE): string {
  const byFence = table === TABLE ? ' fence DESC,' : ''
  return (
    `SELECT id, CAST(state, 'String') AS state, startedAtMs, atMs, source, facts, contentHash, accepted, rejected, held, note, rows, newestSec, revision, undoes, dropped, droppedUpTo FROM ${table} ` +
    `WHERE ${where} ORDER BY id, revision DESC, arraySum(mapValues(dropped)) DESC,${byFence} state = 'committed' DESC, atMs DESC LIMIT 1 BY id`
  )
}

/**
 * The log of runs: the only truth about what is committed, what is visible, and how new each fact
 * is.
 */
export class Journal {
  readonly #engine: Engine
  readonly #runs = new Map<number, Run>()
  /**
   * Committed runs in order of their ids, which is the order of their commits: one writer at a
   * time.
   */
  readonly #committed: Run[] = []
  readonly #versions = new Map<string, number>()
  readonly #unfinished = new Set<number>()
  /** Which runs were taken back. */
  readonly undone = new UndoneRuns()
  /** Which versions were dropped. */
  readonly dropped = new DroppedVersions()
  #totals: RunTotals | undefined
  #lastId = 0
  /** Of the turn in which runs are written; 0 where no other process can write. */
  fence = 0

  private constructor(engine: Engine) {
    this.#engine = engine
  }

  static async open(engine: Engine, placement: Placement): Promise<Journal> {
    await createTable(engine, placement, {
      table: TABLE,
      columns: {
        id: 'UInt32',
        state: 'LowCardinality(String)',
        startedAtMs: 'UInt64',
        atMs: 'UInt64',
        source: 'String',
        facts: 'Array(String)',
        contentHash: 'String',
        accepted: 'UInt64',
        rejected: 'UInt64',
        held: 'UInt64',
        note: 'String',
        ...ADDED_COLUMNS,
      },
      orderBy: ['id', 'atMs'],
      shardBy: '0',
    })
    await addColumns(engine, placement, TABLE, ADDED_COLUMNS)
    const journal = new Journal(engine)
    journal.remember(await journal.readNewer())
    return journal
  }

  /** What other processes have written since; it counts when it is remembered. */
  readNewer(): Promise<Run[]> {
    return this.#engine.writerQuery<Run>(newestRunsSql('id > {known:UInt32}'), {
      known: this.latest,
    })
  }

  /** Returns the facts that have become newer. */
  remember(runs: readonly Run[]): string[] {
    const before = new Map(this.#versions)
    for (const run of runs) this.#remember(run)
    return [...this.#versions]
      .filter(([fact, version]) => before.get(fact) !== version)
      .map(([fact]) => fact)
  }

  /** Writes the run's new state, durably, before anything relies on it. */
  async write(run: Run): Promise<void> {
    await this.writeAll([run])
  }

  async writeAll(runs: readonly Run[]): Promise<void> {
    const { fence } = this
    await this.#engine.insert(
      TABLE,
      runs.map((run) => ({ ...run, fence })),
    )
    for (const run of runs) this.#remember(run)
  }

  /** Times of runs never decrease, even when the machine's clock is set back. */
  timeOf(nowMs: number): number {
    return Math.max(nowMs, this.#committed.at(-1)?.atMs ?? 0)
  }

  /** The newest committed run: rows of later ones are not visible. */
  get latest(): number {
    return this.#committed.at(-1)?.id ?? 0
  }

  get nextId(): number {
    return this.#lastId + 1
  }

  /** The newest run that was committed at or before a time. */
  latestAt(asOfMs: number): number {
    let low = 0
    let high = this.#committed.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#committed[middle]?.atMs ?? 0) <= asOfMs) low = middle + 1
      else high = middle
    }
    return this.#committed[low - 1]?.id ?? 0
  }

  /** The data version of a fact: the newest committed run that touched it. */
  versionOf(fact: string): number {
    return this.#versions.get(fact) ?? 0
  }

  /** The version the named facts had when `run` was the newest. */
  versionAt(facts: readonly string[], run: number): number {
    if (run >= this.latest) return Math.max(0, ...facts.map((fact) => this.versionOf(fact)))
    return (
      this.#committed.findLast(
        (entry) => entry.id <= run && entry.facts.some((fact) => facts.includes(fact)),
      )?.id ?? 0
    )
  }

  /** How many rows of all versions a fact had, and how new, when `run` was the newest. */
  totalAt(fact: string, run: number): FactTotal {
    this.#totals ??= this.#addUp()
    return this.#totals.at(fact, run)
  }

  /** The newest run that had touched a fact when `run` was the newest of all; 0 without one. */
  runAt(fact: string, run: number): number {
    this.#totals ??= this.#addUp()
    return this.#totals.runAt(fact, run)
  }

  /** The last newest moments that a fact had, the latest first. */
  newestOf(fact: string, run: number, limit: number): number[] {
    this.#totals ??= this.#addUp()
    return this.#totals.newestOf(fact, run, limit)
  }

  /** Committed runs after one, in order. */
  listCommitted(afterId: number, limit: number): Run[] {
    const first = this.#firstAfter(afterId)
    return this.#committed.slice(first, first + limit)
  }

  /** Place of the first committed run with a greater number. */
  #firstAfter(id: number): number {
    let low = 0
    let high = this.#committed.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(this.#committed, middle).id <= id) low = middle + 1
      else high = middle
    }
    return low
  }

  find(id: number): Run | undefined {
    return this.#runs.get(id)
  }

  findCommitted(source: string, contentHash: string): Run | undefined {
    // What was taken back may come again.
    const undone = this.undone.listAt(this.latest)
    return this.#committed.findLast(
      (run) => run.source === source && run.contentHash === contentHash && !undone.has(run.id),
    )
  }

  list(): Run[] {
    return [...this.#runs.values()]
  }

  /** The newest runs that a test lets through. */
  listNewest(limit: number, isWanted: (run: Run) => boolean): Run[] {
    const found: Run[] = []
    for (let id = this.#lastId; id > 0 && found.length < limit; id--) {
      const run = this.#runs.get(id)
      if (run !== undefined && isWanted(run)) found.push(run)
    }
    return found
  }

  unfinished(): Run[] {
    return [...this.#unfinished].flatMap((id) => this.#runs.get(id) ?? [])
  }

  #remember(run: Run): void {
    this.#runs.set(run.id, run)
    this.#lastId = Math.max(this.#lastId, run.id)
    if (run.state === 'started' || run.state === 'committing') this.#unfinished.add(run.id)
    else this.#unfinished.delete(run.id)
    this.undone.remember(run)
    this.dropped.remember(run)
    if (run.state !== 'committed') {
      this.#forget(run)
      return
    }
    if (run.id <= this.latest) {
      // A run that was written down again may have other counts.
      this.#totals = undefined
      return
    }
    // Stores that were written before this held may have times that decrease.
    this.#committed.push({ ...run, atMs: this.timeOf(run.atMs) })
    if (run.undoes.length > 0) this.#totals = undefined
    else this.#totals?.add(run)
    for (const fact of run.facts) this.#versions.set(fact, run.id)
  }

  /** A run that had been committed, and was taken out of the store. */
  #forget({ id }: Run): void {
    const index = this.#firstAfter(id - 1)
    if (this.#committed[index]?.id !== id) return
    this.#committed.splice(index, 1)
    this.#totals = undefined
  }

  #addUp(): RunTotals {
    const totals = new RunTotals()
    for (const { id } of this.#committed) {
      const run = this.#runs.get(id)
      if (run === undefined) continue
      if (run.undoes.length === 0) totals.add(run)
      else totals.restart(run, this.#servedAt(run.id))
    }
    return totals
  }

  /** Committed runs up to one that had not been undone then. */
  #servedAt(run: number): Run[] {
    const undone = this.undone.listAt(run)
    return this.#committed.filter(({ id }) => id <= run && !undone.has(id))
  }
}
