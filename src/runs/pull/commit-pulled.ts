import { at } from '../../lib/at.ts'
import { UsageError } from '../../lib/errors.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import type { Fact } from '../../store/fact.ts'
import type { Run } from '../../store/journal.ts'
import { clearUnfinishedRuns } from '../../store/roll-back.ts'
import { sumOfRowsSql } from '../../store/run-rows.ts'
import type { Store } from '../../store/store.ts'
import type { HeldLock } from '../../store/writer-lock.ts'
import { attachStages } from '../run.ts'
import { createStage, type Stage } from '../stage.ts'
import { dropStages, requireUndecided, withWriteLock } from '../write-lock.ts'

/** A run of the origin; `sums` is what its rows add up to, where that is known. */
export type PulledRun = Run & { sums?: Record<string, string> }

/** Writes all runs of the origin as they are there, or none; `fill` stages their rows. */
export async function commitPulled(
  store: Store,
  fill: (stage: Stage) => Promise<readonly PulledRun[]>,
): Promise<void> {
  await store.room.require()
  return withWriteLock(store, async (lock) => {
    const staged = new Map<Fact, Sql>()
    const stage = createStage(store, { id: store.journal.nextId, startedAtMs: 0 }, staged)
    try {
      const runs = await fill(stage)
      requireNewer(store, runs)
      await requireWhole(store, staged, runs)
      await land(store, lock, staged, runs)
    } catch (error) {
      requireUndecided(lock, error)
      await clearUnfinishedRuns(store, lock)
      throw error
    } finally {
      await dropStages(store, lock, staged)
    }
  })
}

function requireNewer({ journal, facts }: Store, runs: readonly PulledRun[]): void {
  let before = journal.latest
  for (const { id, facts: names } of runs) {
    if (id <= before) throw new UsageError(`The origin sent run ${id} after run ${before}.`)
    before = id
    const unknown = names.find((name) => !facts.has(name))
    if (unknown !== undefined)
      throw new UsageError(
        `The origin has a fact that this version does not know: ${unknown}. Use the same version here.`,
      )
  }
}

/** Compares what arrived with what the runs say they brought. */
async function requireWhole(
  store: Store,
  staged: ReadonlyMap<Fact, Sql>,
  runs: readonly PulledRun[],
): Promise<void> {
  // Files were compared with their hashes, so that counting their rows is enough.
  const hasSums = runs.some(({ sums }) => sums !== undefined)
  for (const fact of store.facts.values()) {
    const sumSql = hasSums ? sumOfRowsSql(fact) : sql`''`
    const arrived = await countArrived(store, staged.get(fact), sumSql)
    for (const run of runs) {
      requireRows(fact, run, arrived.get(run.id))
      arrived.delete(run.id)
    }
    if (arrived.size > 0)
      throw new UsageError(`Rows of ${fact.name} arrived that belong to no run of the origin.`)
  }
}

interface Arrived {
  rows: number
  sum: string
}

async function countArrived(
  { engine }: Store,
  stage: Sql | undefined,
  sumSql: Sql,
): Promise<Map<number, Arrived>> {
  if (stage === undefined) return new Map()
  const counted = await engine.writerQuery<Arrived & { run: number }>(
    sql`SELECT run, count() AS rows, ${sumSql} AS sum FROM ${stage} GROUP BY run`,
  )
  return new Map(counted.map(({ run, ...arrived }) => [run, arrived]))
}

function requireRows({ name }: Fact, run: PulledRun, arrived: Arrived | undefined): void {
  const expected = run.state === 'committed' ? (run.rows[name] ?? 0) : 0
  const found = arrived?.rows ?? 0
  const isSame = run.sums === undefined || arrived === undefined || run.sums[name] === arrived.sum
  if (found === expected && isSame) return
  const what = found === expected ? 'they say something else' : `${found} of ${expected} arrived`
  throw new UsageError(
    `Rows of ${name} in run ${run.id} are not those of the origin: ${what}. Nothing was stored.`,
  )
}

/** The steps of every run; the journal calls all of them committed at once. */
async function land(
  store: Store,
  lock: HeldLock,
  staged: ReadonlyMap<Fact, Sql>,
  runs: readonly PulledRun[],
): Promise<void> {
  const { journal } = store
  const isFirst = journal.latest === 0
  const records = runs.map(({ sums: _, ...run }) => run)
  const committed = records.filter(({ state }) => state === 'committed')
  const known = await journal.findAll(records.map(({ id }) => id))
  const isKnown = (run: Run) => JSON.stringify(known.get(run.id)) === JSON.stringify(run)
  const begun = records
    .filter((run) => run.state === 'committed' || !isKnown(run))
    .map((run): Run => (run.state === 'committed' ? { ...run, state: 'committing' } : run))
  await journal.writeAll(begun)
  await lock.claimRuns(at(records, 0).id, at(records, records.length - 1).id)
  await attachStages(store, staged)
  if (isFirst) for (const fact of staged.keys()) await recordAll(store, fact, committed)
  else await recordEach(store, committed)
  await lock.decideRuns()
  await journal.writeAll(committed)
  store.announce([...staged.keys()].map(({ name }) => name))
}

async function recordAll(
  { replacements }: Store,
  fact: Fact,
  committed: readonly Run[],
): Promise<void> {
  const newest = committed.at(-1)
  if (newest !== undefined) await replacements.recordAgain(fact, newest.id)
}

async function recordEach(store: Store, committed: readonly Run[]): Promise<void> {
  const versions = new Map<string, number>()
  for (const { id, facts } of committed) {
    const landed = facts.flatMap((name) => {
      const fact = store.facts.get(name)
      const version = versions.get(name) ?? store.journal.versionOf(name)
      return fact === undefined ? [] : { fact, version, isDistinct: false }
    })
    await store.replacements.record(id, landed)
    for (const name of facts) versions.set(name, id)
  }
}
