import type { Clock } from '../lib/clock.ts'
import { UndecidedError } from '../lib/lease-errors.ts'
import { settleAll } from '../lib/settle-all.ts'
import { identifiers, type Sql, sql } from '../lib/sql.ts'
import { type Fact, identityColumns, sourceColumns } from '../store/fact.ts'
import type { Run, RunState } from '../store/journal.ts'
import type { LandedFact } from '../store/replacements.ts'
import { rollBack } from '../store/roll-back.ts'
import type { Store } from '../store/store.ts'
import { storageTable, tableOf } from '../store/tables.ts'
import type { HeldLock } from '../store/writer-lock.ts'
import {
  createStage,
  dropStage,
  hashStages,
  measureStages,
  type Stage,
  stampRows,
} from './stage.ts'
import { dropStages, requireUndecided, withWriteLock } from './write-lock.ts'

type Row = Record<string, unknown>

export interface RunCounts {
  accepted: number
  rejected: number
  held: number
}

export interface RunResult extends Run {
  /** True when the same content had been committed before, so that this run changed nothing. */
  alreadyKnown: boolean
}

export interface RunOptions {
  source: string
  note?: string
  clock: Clock
  /** Record the content again even though an earlier run brought the same. */
  again?: boolean
  /** The content was made here and never comes again, so that it needs no hash. */
  isGenerated?: boolean
  /** Looks at new content before the commit, and may hold rows; known content stays known. */
  examine?: ((stage: Stage) => Promise<{ heldRows: number }>) | undefined
  /** No two rows that are not held have the same key and time: the writer made sure. */
  isDistinct?: boolean
}

/** A few rows that code has made, ready to be stored. */
export interface ReadyRows {
  rows: readonly { fact: Fact; rows: readonly Row[] }[]
  counts: RunCounts
}

type Landed = Omit<LandedFact, 'version'>

/** Writes rows as one run, whole or without a trace; one at a time, so that ids follow commits. */
export async function commitRun(
  store: Store,
  options: RunOptions,
  write: (stage: Stage) => Promise<RunCounts>,
): Promise<RunResult> {
  await store.room.require()
  return withWriteLock(store, (lock) => commitStaged(store, lock, options, write))
}

/**
 * The same for rows that are few and made here: they go straight into their tables, where nobody
 * sees rows of a run that the journal does not call committed. That takes one statement a fact
 * instead of four; but a run cut off leaves rows among others', which are costly to take out of
 * large tables, so what may be large or fail half-way, such as a file, goes through `commitRun`.
 * On a server all go through stages: a writer that was paused cannot attach what was dropped.
 */
export async function commitRows(
  store: Store,
  options: Pick<RunOptions, 'source' | 'note' | 'clock'>,
  make: () => Promise<ReadyRows>,
): Promise<RunResult> {
  await store.room.require()
  return withWriteLock(store, (lock) =>
    store.engine.kind === 'server'
      ? commitStaged(store, lock, { ...options, isGenerated: true }, (stage) => put(stage, make))
      : commitMade(store, lock, options, make),
  )
}

async function put(stage: Stage, make: () => Promise<ReadyRows>): Promise<RunCounts> {
  const { rows: made, counts } = await make()
  for (const { fact, rows } of made) if (rows.length > 0) await stage.insertRows(fact, rows)
  return counts
}

export function newRun(store: Store, { source, note, clock }: RunOptions): Run {
  const nowMs = store.journal.timeOf(clock.nowMs())
  return {
    ...{ id: store.journal.nextId, state: 'started', startedAtMs: nowMs, atMs: nowMs, source },
    ...{ facts: [], contentHash: '', accepted: 0, rejected: 0, held: 0, note: note ?? '' },
    ...{ rows: {}, newestSec: {}, revision: 0, undoes: [], dropped: {}, droppedUpTo: {} },
  }
}

async function commitStaged(
  store: Store,
  lock: HeldLock,
  options: RunOptions,
  write: (stage: Stage) => Promise<RunCounts>,
): Promise<RunResult> {
  const run = newRun(store, options)
  await lock.claimRuns(run.id, run.id)
  await store.journal.write(run)
  const staged = new Map<Fact, Sql>()
  try {
    const { ready, known } = await fill(store, run, options, { write, staged })
    if (known !== undefined) {
      await store.journal.write(ended(ready, 'failed', options, `same content as run ${known.id}`))
      return { ...known, alreadyKnown: true }
    }
    return await commit({ store, lock, options }, ready, async () => {
      await attachStages(store, staged)
      const { isDistinct = false } = options
      return [...staged.keys()].map((fact) => ({ fact, isDistinct }))
    })
  } catch (error) {
    requireUndecided(lock, error)
    // Should taking it back fail, the run stays unfinished, and the next one begins with that.
    await rollBack(store, [run])
    await store.journal.write(ended(run, 'failed', options, firstLine(error)))
    throw error
  } finally {
    await dropStages(store, lock, staged)
  }
}

interface Filling {
  write: (stage: Stage) => Promise<RunCounts>
  /** The tables that are made, by fact. */
  staged: Map<Fact, Sql>
}

/** Fills the stage and has it examined, unless its content is that of an earlier run. */
async function fill(
  store: Store,
  run: Run,
  options: RunOptions,
  { write, staged }: Filling,
): Promise<{ ready: Run; known: Run | undefined }> {
  const stage = createStage(store, run, staged)
  const counts = await write(stage)
  await dropEmptyStages(store, staged)
  const contentHash = options.isGenerated ? '' : await hashStages(store, staged)
  const known =
    options.again || options.isGenerated
      ? undefined
      : await store.journal.findCommitted(run.source, contentHash)
  const examined = known === undefined ? await options.examine?.(stage) : undefined
  const heldRows = examined?.heldRows ?? 0
  const ready: Run = {
    ...run,
    accepted: counts.accepted - heldRows,
    rejected: counts.rejected,
    held: counts.held + heldRows,
    facts: [...staged.keys()].map((fact) => fact.name),
    ...(await measureStages(store, staged)),
    contentHash,
  }
  return { ready, known }
}

/** What a run would do: its stage is filled and examined, and nothing of it stays. */
export function dryRun(
  store: Store,
  options: RunOptions,
  write: (stage: Stage) => Promise<RunCounts>,
): Promise<RunResult> {
  return withWriteLock(store, async (lock) => {
    const staged = new Map<Fact, Sql>()
    try {
      const filling = { write, staged }
      const { ready, known } = await fill(store, newRun(store, options), options, filling)
      return { ...(known ?? ready), alreadyKnown: known !== undefined }
    } finally {
      await dropStages(store, lock, staged)
    }
  })
}

async function commitMade(
  store: Store,
  lock: HeldLock,
  options: RunOptions,
  make: () => Promise<ReadyRows>,
): Promise<RunResult> {
  const run = newRun(store, options)
  let isWriting = false
  try {
    const { rows: made, counts } = await make()
    const byFact = Map.groupBy(made, ({ fact }) => fact)
    const filled = [...byFact]
      .map(([fact, parts]) => ({ fact, rows: parts.flatMap(({ rows }) => rows) }))
      .filter(({ rows }) => rows.length > 0)
    const facts = filled.map(({ fact }) => fact.name)
    const ready: Run = { ...run, ...counts, facts, ...countRows(filled) }
    isWriting = true
    return await commit({ store, lock, options }, ready, async () => {
      await settleAll(
        filled.map(({ fact, rows }) => store.engine.insert(tableOf(fact), stampRows(run, rows))),
      )
      return filled.map(measureRows)
    })
  } catch (error) {
    if (isWriting) await rollBack(store, [run])
    await store.journal.write(ended(run, 'failed', options, firstLine(error)))
    throw error
  }
}

/** A fact that got no row has not changed, so that what was made from it stays good. */
async function dropEmptyStages(store: Store, staged: Map<Fact, Sql>): Promise<void> {
  const { rows } = await measureStages(store, staged)
  for (const [fact, table] of staged) {
    if (rows[fact.name] !== 0) continue
    await dropStage(store, table)
    staged.delete(fact)
  }
}

export async function attachStages(store: Store, staged: ReadonlyMap<Fact, Sql>): Promise<void> {
  const { engine, placement } = store
  const attach = async ([fact, stage]: [Fact, Sql]) => {
    const target = storageTable(tableOf(fact), placement)
    const source = storageTable(stage, placement)
    const columns = identifiers([...sourceColumns(fact), 'quality', 'recordedAt', 'run'])
    // Attaching waits for no quorum, and leaves out parts whose like was attached and removed.
    await engine.onShards(
      placement.replicated
        ? sql`INSERT INTO ${target} (${columns}) SELECT ${columns} FROM ${source}`
        : sql`ALTER TABLE ${target}${placement.onCluster} ATTACH PARTITION tuple() FROM ${source}`,
    )
  }
  await settleAll([...staged].map(attach))
}

/** What the journal records of rows that are at hand. */
function countRows(
  filled: readonly { fact: Fact; rows: readonly Row[] }[],
): Pick<Run, 'rows' | 'newestSec'> {
  const timed = filled.flatMap(({ fact: { name, time }, rows }) => {
    if (time === undefined) return []
    const served = rows.filter(({ quality }) => quality !== 'held')
    const newest = served.reduce((max, row) => Math.max(max, Number(row[time])), -1)
    return [[name, newest < 0 ? null : newest] as const]
  })
  return {
    rows: Object.fromEntries(filled.map(({ fact, rows }) => [fact.name, rows.length])),
    newestSec: Object.fromEntries(timed),
  }
}

/** What the store would have to ask the engine about rows that are at hand. */
function measureRows({ fact, rows }: { fact: Fact; rows: readonly Row[] }): Landed {
  const identity = identityColumns(fact)
  const served = rows.filter(({ quality }) => quality !== 'held')
  const keys = new Set(served.map((row) => JSON.stringify(identity.map((name) => row[name]))))
  let [fromSec, toSec] = [Number.POSITIVE_INFINITY, 0]
  for (const row of rows) {
    const atSec = fact.time === undefined ? 0 : Number(row[fact.time])
    fromSec = Math.min(fromSec, atSec)
    toSec = Math.max(toSec, atSec)
  }
  return {
    fact,
    isDistinct: keys.size === served.length,
    extent: { rows: rows.length, fromSec, toSec },
  }
}

/** `land` brings the rows into their tables; only then does the journal say that they count. */
export async function commit(
  { store, lock, options }: { store: Store; lock: HeldLock; options: RunOptions },
  run: Run,
  land: () => Promise<Landed[]>,
): Promise<RunResult> {
  await store.journal.write({ ...run, state: 'committing' })
  // The next writer drops all stages first, so that attaching one later than this claim fails.
  await lock.claimRuns(run.id, run.id)
  const landed = await land()
  await store.replacements.record(
    run.id,
    landed.map((one) => ({ ...one, version: store.journal.versionOf(one.fact.name) })),
  )
  const committed = ended(run, 'committed', options)
  await lock.decideRuns()
  await store.journal.write(committed).catch((error: unknown) => {
    // Where the decision is on record, the run counts already.
    throw lock.isOnRecord ? undecided(run, error) : error
  })
  store.announce(committed.facts)
  return { ...committed, alreadyKnown: false }
}

function undecided({ id }: Run, cause: unknown): UndecidedError {
  return new UndecidedError(
    `Run ${id} is committed, but the journal could not be told (${firstLine(cause)}). The next run does it.`,
    { cause },
  )
}

function ended(run: Run, state: RunState, { clock }: RunOptions, note = run.note): Run {
  return { ...run, state, atMs: Math.max(clock.nowMs(), run.atMs), note }
}

function firstLine(error: unknown): string {
  return (
    (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 500) ?? ''
  )
}
