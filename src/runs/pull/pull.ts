import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { UsageError } from '../../lib/errors.ts'
import { identifiers, literal, type Sql, sql } from '../../lib/sql.ts'
import { HttpFault } from '../../sources/http/http-fault.ts'
import { writeCursor } from '../../store/change-cursor.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { historyAt } from '../../store/history.ts'
import type { Store } from '../../store/store.ts'
import { isUnreadableText } from '../import/engine-errors.ts'
import { findProblem } from '../snapshot/check-file.ts'
import { readFileBytes } from '../snapshot/files.ts'
import {
  type Manifest,
  RUNS,
  requireSameFacts,
  type SnapshotFile,
  type SnapshotPart,
} from '../snapshot/manifest.ts'
import { readRuns } from '../snapshot/read-runs.ts'
import type { Stage } from '../stage.ts'
import { runsOf, stagePage } from './changes-page.ts'
import { commitPulled, type PulledRun } from './commit-pulled.ts'
import type { PullOrigin } from './origin.ts'

export interface PullProgress {
  step: 'fetching' | 'fetched' | 'stored'
  /** The runs it is about, such as `1-500`. */
  runs: string
}

export interface PullSummary {
  /** The newest run that is here now. */
  run: number
  runs: number
  /** Why the origin could not be read to its end; a later call may succeed. */
  problem: string | undefined
}

/** Where files of a snapshot come from whose manifest is known. */
export type SnapshotOrigin = Omit<PullOrigin, 'readManifest'>

type OnProgress = ((progress: PullProgress) => void) | undefined

/** Brings a replica up to its origin: parts first, then changes. What is committed stays. */
export async function pull(
  store: Store,
  origin: PullOrigin,
  { workDir, onProgress }: { workDir: string; onProgress?: OnProgress },
): Promise<PullSummary> {
  const { journal } = store
  const before = journal.latest
  let problem: string | undefined
  try {
    const manifest = await origin.readManifest()
    if (manifest !== undefined) await pullSnapshot(store, origin, manifest, onProgress)
    await rm(workDir, { recursive: true, force: true })
    if (origin.readChanges !== undefined) await pullChanges(store, origin.readChanges, onProgress)
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error
    if (!error.retryable) throw new UsageError(error.message)
    problem = error.message
  }
  return { run: journal.latest, runs: journal.latest - before, problem }
}

/** Parts of a snapshot that follow what is here. */
export async function pullSnapshot(
  store: Store,
  origin: SnapshotOrigin,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  requireSameFacts(store.facts, manifest, origin.name)
  if (!(await isOnPath(store, origin, manifest))) return
  for (const part of manifest.parts) {
    if (part.fromRun !== store.journal.latest + 1) continue
    const runs = `${part.fromRun}-${part.toRun}`
    onProgress?.({ step: 'fetching', runs })
    const paths = await bringFiles(origin, part)
    onProgress?.({ step: 'fetched', runs })
    const pulled = await readPulled(store, origin, part, paths)
    await commitPulled(store, async (stage) => {
      await loadPart(store, stage, origin.name, paths)
      return pulled
    })
    onProgress?.({ step: 'stored', runs })
  }
}

/** Whether parts can follow what is here; false where only changes can. */
async function isOnPath(
  { journal }: Store,
  origin: SnapshotOrigin,
  manifest: Manifest,
): Promise<boolean> {
  const run = journal.latest
  if (run === 0) return true
  const last = manifest.parts.find(({ toRun }) => toRun === run)
  if (last !== undefined && last.history !== (await historyAt(journal, run)))
    throw new UsageError(
      `This store has runs that ${origin.name} does not have. Pull into an empty data directory.`,
    )
  if (last !== undefined || origin.readChanges !== undefined) return last !== undefined
  throw new UsageError(
    `This store is at run ${run}, where no part of ${origin.name} ends. Pull from the service itself, or into an empty data directory.`,
  )
}

/** All files of a part, whole and as the manifest says; nothing is written before. */
async function bringFiles(
  origin: SnapshotOrigin,
  { files }: SnapshotPart,
): Promise<Map<SnapshotFile, string>> {
  const paths = new Map<SnapshotFile, string>()
  for (const file of files) {
    const path = await origin.bring(file)
    const found = await readFileBytes(path, file.bytes).catch(() => undefined)
    if (found === undefined) throw new UsageError(`${origin.name}: ${file.path} is missing.`)
    const problem = findProblem(file, found)
    if (problem !== undefined) {
      // What was downloaded is fetched again by the next call.
      if (origin.readChanges !== undefined) await rm(path, { force: true })
      throw new UsageError(`${origin.name}: ${file.path} ${problem}. Nothing was stored.`)
    }
    paths.set(file, path)
  }
  return paths
}

async function readPulled(
  { facts }: Store,
  { name }: SnapshotOrigin,
  part: SnapshotPart,
  paths: ReadonlyMap<SnapshotFile, string>,
): Promise<PulledRun[]> {
  for (const [{ fact, path }, file] of paths) {
    if (fact !== RUNS) continue
    const runs = await readRuns(facts, part, file)
    if (typeof runs !== 'string') return runs
    throw new UsageError(`${name}: ${path} ${runs}. Nothing was stored.`)
  }
  throw new Error('a manifest without a file of runs')
}

async function pullChanges(
  store: Store,
  readChanges: NonNullable<PullOrigin['readChanges']>,
  onProgress: OnProgress,
): Promise<void> {
  const { journal } = store
  let cursor = await writeCursor(journal, { after: journal.latest, fact: 0, offset: 0 })
  for (let isComplete = false; !isComplete; ) {
    let page = await readChanges(cursor)
    const isNothing = page.runs.length === 0 && page.rows.length === 0
    if (isNothing && page.isComplete) return
    await commitPulled(store, async (stage) => {
      await stagePage(store, stage, page)
      // A run that is too large for one page ends in a later one.
      while (page.runs.length === 0 && !page.isComplete) {
        page = await readChanges(page.cursor)
        await stagePage(store, stage, page)
      }
      return runsOf(page)
    })
    const ids = page.runs.map(({ id }) => id)
    onProgress?.({ step: 'stored', runs: `${ids.at(0)}-${ids.at(-1)}` })
    ;({ cursor, isComplete } = page)
  }
}

/** Brings the rows of a part to the stage. Its files were checked before; `origin` names it. */
async function loadPart(
  store: Store,
  stage: Stage,
  origin: string,
  paths: ReadonlyMap<SnapshotFile, string>,
): Promise<void> {
  for (const [file, path] of paths) {
    if (file.fact === RUNS) continue
    const fact = store.facts.get(file.fact)
    if (fact === undefined) throw new UsageError(`${file.path}: there is no fact ${file.fact}.`)
    const table = await stage.table(fact)
    await insertParquet(store, table, { columns: columnsIn(fact, file), path }).catch((error) => {
      // What the engine says may have text of the file in it.
      if (!isUnreadableText(error)) throw error
      throw new UsageError(`${origin}: ${file.path} has rows that cannot be read.`)
    })
  }
}

/** Declared columns only: what a manifest says never becomes part of a statement. */
function columnsIn(fact: Fact, { columns }: SnapshotFile): string[] {
  const present = sourceColumns(fact).filter((name) => Object.hasOwn(columns, name))
  return [...present, 'recordedAt', 'run', 'quality']
}

/** The embedded engine reads the file itself; a server is sent it. */
async function insertParquet(
  { engine }: Store,
  table: Sql,
  { columns, path }: { columns: readonly string[]; path: string },
): Promise<void> {
  const insert = sql`INSERT INTO ${table} (${identifiers(columns)})`
  if (engine.kind === 'server')
    return engine.streamInsert(sql`${insert} FORMAT Parquet`, createReadStream(path))
  await engine.command(
    sql`${insert} SELECT ${identifiers(columns)} FROM file(${literal(path)}, 'Parquet')`,
    {},
    { files: [path] },
  )
}
