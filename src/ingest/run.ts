import type { Clock } from '../lib/clock.ts'
import type { Fact } from '../store/fact.ts'
import { sourceColumns } from '../store/fact.ts'
import type { Run } from '../store/journal.ts'
import { clearUnfinishedRuns, rollBack } from '../store/roll-back.ts'
import type { Store } from '../store/store.ts'
import { createDistributed, DATABASE, storageTable, tableOf } from '../store/tables.ts'

export interface RunCounts {
  accepted: number
  rejected: number
  held: number
}

/** Where a run puts its rows until all of them are there; nothing of it can be seen. */
export interface Stage {
  readonly run: number
  /** Makes the staging table of a fact on first use and returns its name. */
  table(fact: Fact): Promise<string>
  /** The values of `recordedAt` and `run` for every row of this run, as SQL. */
  readonly stamp: string
  insertRows(fact: Fact, rows: readonly Record<string, unknown>[]): Promise<void>
  /**
   * Inserts what a SELECT gives; it names the fact's columns, and `quality` if it is not `ok`. `threads` sorts and writes that many
   * parts side by side, for facts with projections, whose rows cost more to put away than to make.
   */
  insertSelect(fact: Fact, select: string, options?: { quality?: boolean; threads?: number }): Promise<void>
  /** Rows staged so far, over all facts. */
  countRows(): Promise<number>
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
  /** The content was made here and never comes again, so that nobody needs to tell it from other content. */
  isGenerated?: boolean
}

const locks = new WeakMap<Store, Promise<unknown>>()

/** Writes rows as one run: committed whole, or without a trace. One run at a time, so that ids follow commits. */
export function commitRun(store: Store, options: RunOptions, write: (stage: Stage) => Promise<RunCounts>): Promise<RunResult> {
  const turn = (locks.get(store) ?? Promise.resolve()).catch(() => undefined).then(() => store.alone(() => runAlone(store, options, write)))
  locks.set(store, turn)
  return turn
}

async function runAlone(store: Store, options: RunOptions, write: (stage: Stage) => Promise<RunCounts>): Promise<RunResult> {
  await store.journal.refresh()
  await clearUnfinishedRuns(store)
  const nowMs = options.clock.nowMs()
  const run: Run = {
    id: store.journal.nextId,
    state: 'started',
    startedAtMs: nowMs,
    atMs: nowMs,
    source: options.source,
    facts: [],
    contentHash: '',
    accepted: 0,
    rejected: 0,
    held: 0,
    note: options.note ?? '',
  }
  await store.journal.write(run)
  const staged = new Map<Fact, string>()
  try {
    const counts = await write(createStage(store, run, staged))
    const ready: Run = {
      ...run,
      ...counts,
      facts: [...staged.keys()].map((fact) => fact.name),
      contentHash: options.isGenerated ? '' : await hashStages(store, staged),
    }
    const known = options.again || options.isGenerated ? undefined : store.journal.findCommitted(run.source, ready.contentHash)
    if (known !== undefined) {
      await store.journal.write({ ...ready, state: 'failed', atMs: options.clock.nowMs(), note: `same content as run ${known.id}` })
      return { ...known, alreadyKnown: true }
    }
    return { ...(await commit(store, ready, staged, options.clock)), alreadyKnown: false }
  } catch (error) {
    // Should taking it back fail, the run stays unfinished, and the next one begins by taking it back.
    await rollBack(store, run)
    await store.journal.write({ ...run, state: 'failed', atMs: options.clock.nowMs(), note: firstLine(error) })
    throw error
  } finally {
    for (const table of staged.values()) await dropStage(store, table)
  }
}

async function commit(store: Store, run: Run, staged: Map<Fact, string>, clock: Clock): Promise<Run> {
  await store.journal.write({ ...run, state: 'committing' })
  for (const [fact, stage] of staged) {
    const target = storageTable(tableOf(fact), store.placement)
    await store.engine.ddl(
      `ALTER TABLE ${target}${store.placement.onCluster} ATTACH PARTITION tuple() FROM ${storageTable(stage, store.placement)}`,
    )
  }
  const committed: Run = { ...run, state: 'committed', atMs: Math.max(clock.nowMs(), run.atMs) }
  await store.journal.write(committed)
  store.announce(committed.facts)
  return committed
}

function createStage(store: Store, run: Run, staged: Map<Fact, string>): Stage {
  const stamp = `fromUnixTimestamp64Milli(toInt64(${run.startedAtMs}), 'UTC') AS recordedAt, toUInt32(${run.id}) AS run`
  const table = async (fact: Fact): Promise<string> => {
    const known = staged.get(fact)
    if (known !== undefined) return known
    const stage = `${DATABASE}.stage_${run.id}_${fact.name}`
    const { placement, engine } = store
    await engine.ddl(`CREATE TABLE ${storageTable(stage, placement)}${placement.onCluster} AS ${storageTable(tableOf(fact), placement)}`)
    if (placement.cluster !== undefined) await createDistributed(engine, placement, stage, `cityHash64(${Object.keys(fact.key)[0]})`)
    staged.set(fact, stage)
    return stage
  }
  return {
    run: run.id,
    stamp,
    table,
    insertRows: async (fact, rows) => {
      const recordedAt = new Date(run.startedAtMs).toISOString()
      await store.engine.insert(
        await table(fact),
        rows.map((row) => ({ ...row, quality: row.quality ?? 'ok', recordedAt, run: run.id })),
      )
    },
    countRows: async () => {
      let rows = 0
      for (const name of staged.values()) {
        const [counted] = await store.engine.writerQuery<{ rows: number }>(`SELECT count() AS rows FROM ${name}`)
        rows += counted?.rows ?? 0
      }
      return rows
    },
    insertSelect: async (fact, select, { quality = false, threads = 1 } = {}) => {
      const columns = [...sourceColumns(fact), ...(quality ? ['quality'] : [])]
      await store.engine.command(
        `INSERT INTO ${await table(fact)} (${columns.join(', ')}, recordedAt, run) SELECT ${columns.join(', ')}, ${stamp} FROM (${select}) ` +
          `SETTINGS max_insert_threads = ${threads}`,
      )
    },
  }
}

async function dropStage(store: Store, stage: string): Promise<void> {
  const names = new Set([stage, storageTable(stage, store.placement)])
  for (const name of names) await store.engine.ddl(`DROP TABLE IF EXISTS ${name}${store.placement.onCluster} SYNC`)
}

/** A hash of what the rows say, whatever their order or the format they came in. */
async function hashStages(store: Store, staged: Map<Fact, string>): Promise<string> {
  const parts: string[] = []
  for (const [fact, stage] of [...staged].sort(([a], [b]) => (a.name < b.name ? -1 : 1))) {
    const columns = [...sourceColumns(fact), 'quality'].flatMap((name) => {
      const nullable = fact.values[name]?.nullable === true
      return nullable ? [`isNull(${name})`, `assumeNotNull(${name})`] : [name]
    })
    const [row] = await store.engine.writerQuery<{ a: string; b: string; rows: string }>(
      `SELECT hex(sum(cityHash64(${columns.join(', ')}))) AS a, hex(sum(sipHash64(${columns.join(', ')}))) AS b, toString(count()) AS rows FROM ${stage}`,
    )
    parts.push(`${fact.name}:${row?.rows}:${row?.a}${row?.b}`)
  }
  return parts.join(' ')
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 500) ?? ''
}
