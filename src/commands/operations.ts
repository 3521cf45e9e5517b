import type { FileSource } from '../domains/domain.ts'
import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { guardImport } from '../live/guards/imported/guard-import.ts'
import type { Live } from '../live.ts'
import { type ExportOptions, exportFact } from '../runs/export.ts'
import { type ExamineImport, type ImportOptions, importFiles } from '../runs/import/import-files.ts'
import { importResponse, type ResponseSummary } from '../runs/import/import-response.ts'
import type { ImportSummary } from '../runs/import/import-summary.ts'
import { findResponse } from '../sources/mirror/find-response.ts'
import type { UserSql } from '../sql/sql.ts'
import { describeDamage } from '../store/damage.ts'
import type { Store } from '../store/store.ts'
import { localDoctor } from './doctor.ts'
import { fetchOperations } from './fetch-operations.ts'
import { liveOperations } from './live-operations.ts'
import { type Mirrorable, mirrorOperations } from './mirror-operations.ts'
import { localQuality } from './quality.ts'
import { replicaOperations } from './replica-operations.ts'
import { localRuns } from './runs.ts'
import { sourceOperations } from './source-operations.ts'
import { sqlOperations } from './sql.ts'

/** What commands need of the engine, in this process or through a running server's socket. */
export type Operations = ReturnType<typeof localOperations>

/** Saved responses, and the URL or path that gave them. */
export type ResponseOptions = Omit<ImportOptions, 'fact'> & { url: string }

const RUNS_SHOWN = 5

export interface OperationParts {
  store: Store
  clock: Clock
  sources: readonly FileSource[]
  live: Live
  sql: UserSql
  mirror: Mirrorable
}

export function localOperations(parts: OperationParts) {
  const { store, clock, sources, live, mirror } = parts
  const examine: ExamineImport = (staged) =>
    guardImport(staged, live.context.watches, live.context.guards)
  const importAny = (options: ImportOptions): Promise<ImportSummary> => {
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
    ...sqlOperations(parts.sql),
    ...localQuality(store, clock, live.context.guards),
    importResponse: ({ url, ...options }: ResponseOptions): Promise<ResponseSummary> => {
      const responses = mirror.mirrored.flatMap((domain) => domain.responses)
      const found = findResponse(url, mirror.routes, responses)
      return importResponse(store, clock, { ...found, options, examine })
    },
    ...fetchOperations(live, importAny),
    importFiles: importAny,
    exportFact: (options: ExportOptions) => exportFact(store, options),
    status: () => describeStore(store, live),
  }
}

/** Files with a form of their own have no columns to be mapped or shown. */
function withoutColumns(options: ImportOptions): ImportOptions {
  const { fact, dryRun, timeFormat, map = {}, set = {} } = options
  const isGiven = {
    '--dry-run': dryRun === true,
    '--time-format': timeFormat !== undefined,
    '--map': Object.keys(map).length > 0,
    '--set': Object.keys(set).length > 0,
  }
  const given = Object.entries(isGiven).flatMap(([name, is]) => (is ? name : []))
  if (given.length > 0)
    throw new UsageError(`${given.join(', ')}: files of ${fact} have a form of their own`)
  return options
}

/** What the store holds, and how its live sources are. */
export type Status = Awaited<ReturnType<typeof describeStore>>

async function describeStore(store: Store, live: Live) {
  const damages = new Map(store.damages.map((damage) => [damage.fact, damage]))
  const totals = await store.journal.totalsAt(store.journal.latest)
  const facts = [...store.facts.keys()].map((fact) => {
    const version = store.journal.versionOf(fact)
    const damage = damages.get(fact)
    const { rows, newestSec } =
      damage === undefined ? totals.of(fact) : { rows: damage.found, newestSec: null }
    return { fact, rows, newestSec, version }
  })
  const newest = await store.journal.listNewest({}, { limit: RUNS_SHOWN })
  const lastRuns = newest.reverse().map(({ id, state, source, atMs, accepted, rejected, held }) => {
    return { id, state, source, at: new Date(atMs).toISOString(), accepted, rejected, held }
  })
  const { pid } = process
  await store.room.check()
  const { shortage } = store.room
  return {
    pid,
    engine: store.engine.kind,
    dataVersion: store.journal.latest,
    /** What is damaged or keeps runs from being written, a line each. */
    damages: [...store.damages.map(describeDamage), ...(shortage === undefined ? [] : [shortage])],
    facts,
    live: {
      jobs: await live.scheduler.loadStates(),
      nodes: live.context.chains.listHealth(),
      problems: live.problems,
    },
    lastRuns,
  }
}
