import type { FileSource } from '../domains/domain.ts'
import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { guardImport } from '../live/guards/imported/guard-import.ts'
import type { JobState } from '../live/model/job-state.ts'
import type { Live } from '../live.ts'
import { type ExportOptions, exportFact } from '../runs/export.ts'
import { type AnswerSummary, importAnswer } from '../runs/import/import-answer.ts'
import { type ExamineImport, type ImportOptions, importFiles } from '../runs/import/import-files.ts'
import type { ImportSummary } from '../runs/import/import-summary.ts'
import type { EndpointHealth } from '../sources/chain/chain.ts'
import { findAnswer } from '../sources/mirror/find-answer.ts'
import type { UserSql } from '../sql/sql.ts'
import { describeDamage } from '../store/damage.ts'
import type { Store } from '../store/store.ts'
import { type DoctorContext, localDoctor } from './doctor.ts'
import { type FetchOperations, fetchOperations } from './fetch-operations.ts'
import { type LiveOperations, liveOperations } from './live-operations.ts'
import { type Mirrorable, type MirrorOperations, mirrorOperations } from './mirror-operations.ts'
import { localQuality, type QualityOperations } from './quality.ts'
import { type ReplicaOperations, replicaOperations } from './replica-operations.ts'
import { localRuns, type RunOperations } from './runs.ts'
import { type SourceOperations, sourceOperations } from './sources.ts'
import { localSql, type SqlOperations } from './sql.ts'

export interface Status {
  pid: number
  engine: string
  dataVersion: number
  /** What is damaged or keeps runs from being written, a line each. */
  damages: string[]
  facts: { fact: string; rows: number; newestSec: number | null; version: number }[]
  /** Sources that are read live, and the nodes they ask. */
  live: { jobs: JobState[]; nodes: (EndpointHealth & { chain: string })[]; problems: string[] }
  lastRuns: {
    id: number
    state: string
    source: string
    at: string
    accepted: number
    rejected: number
    held: number
  }[]
}

/** What commands need of the engine, in this process or through a running server's socket. */
export interface Operations
  extends LiveOperations,
    QualityOperations,
    MirrorOperations,
    ReplicaOperations,
    SourceOperations,
    FetchOperations,
    SqlOperations,
    RunOperations,
    Pick<DoctorContext, 'checkStore'> {
  importFiles(options: ImportOptions): Promise<ImportSummary>
  importAnswer(options: AnswerOptions): Promise<AnswerSummary>
  exportFact(options: ExportOptions): Promise<{ rows: number }>
  status(): Promise<Status>
}

/** Saved answers, and the address that gave them. */
export type AnswerOptions = Omit<ImportOptions, 'fact'> & { address: string }

const RUNS_SHOWN = 5

export interface OperationParts {
  store: Store
  clock: Clock
  sources: readonly FileSource[]
  live: Live
  sql: UserSql
  mirror: Mirrorable
}

export function localOperations(parts: OperationParts): Operations {
  const { store, clock, sources, live, mirror } = parts
  const examine: ExamineImport = (staged) =>
    guardImport(staged, live.context.watches, live.context.guards)
  const importAny = (options: ImportOptions) => {
    const source = sources.find(({ name }) => name === options.fact)
    if (source !== undefined) return source.importFiles(store, clock, withoutColumns(options))
    return importFiles(store, clock, options, examine)
  }
  return {
    ...mirrorOperations(store, clock, mirror, examine),
    ...replicaOperations(store),
    ...localRuns(store, clock),
    ...liveOperations(live),
    ...sourceOperations(live),
    ...localDoctor(store),
    ...localSql(parts.sql),
    ...localQuality(store, clock, live.context.guards),
    importAnswer: ({ address, ...options }) => {
      const answers = mirror.mirrored.flatMap((domain) => domain.answers)
      const found = findAnswer(address, mirror.routes, answers)
      return importAnswer(store, clock, { ...found, options, examine })
    },
    ...fetchOperations(live, importAny),
    importFiles: importAny,
    exportFact: (options) => exportFact(store, options),
    status: () => describeStore(store, live),
  }
}

/** Files with a form of their own have no columns to be mapped or shown. */
function withoutColumns(options: ImportOptions): ImportOptions {
  const { fact, dryRun, timeFormat, map = {}, set = {} } = options
  const given = [
    ...(dryRun === true ? ['--dry-run'] : []),
    ...(timeFormat === undefined ? [] : ['--time-format']),
    ...(Object.keys(map).length > 0 ? ['--map'] : []),
    ...(Object.keys(set).length > 0 ? ['--set'] : []),
  ]
  if (given.length > 0)
    throw new UsageError(`${given.join(', ')}: files of ${fact} have a form of their own`)
  return options
}

async function describeStore(store: Store, live: Live): Promise<Status> {
  const damages = new Map(store.damages.map((damage) => [damage.fact, damage]))
  const totals = await store.journal.totalsAt(store.journal.latest)
  const facts = [...store.facts.keys()].map((fact): Status['facts'][number] => {
    const version = store.journal.versionOf(fact)
    const damage = damages.get(fact)
    if (damage !== undefined) return { fact, rows: damage.found, newestSec: null, version }
    const { rows, newestSec } = totals.of(fact)
    return { fact, rows, newestSec, version }
  })
  const newest = await store.journal.listNewest({}, { limit: RUNS_SHOWN })
  const lastRuns = newest
    .reverse()
    .map(({ id, state, source, atMs, accepted, rejected, held }) => ({
      id,
      state,
      source,
      at: new Date(atMs).toISOString(),
      accepted,
      rejected,
      held,
    }))
  const { pid } = process
  await store.room.check()
  const { shortage } = store.room
  return {
    pid,
    engine: store.engine.kind,
    dataVersion: store.journal.latest,
    damages: [...store.damages.map(describeDamage), ...(shortage === undefined ? [] : [shortage])],
    facts,
    live: await describeLive(live),
    lastRuns,
  }
}

async function describeLive({ scheduler, context, problems }: Live): Promise<Status['live']> {
  return { jobs: await scheduler.loadStates(), nodes: context.chains.listHealth(), problems }
}
