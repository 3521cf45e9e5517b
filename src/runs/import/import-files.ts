import { join } from 'node:path'
import { at } from '../../lib/at.ts'
import { type Clock, toSec } from '../../lib/clock.ts'
import { UsageError } from '../../lib/errors.ts'
import { identifier, identifiers, sql } from '../../lib/sql.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import { getFact } from '../get-fact.ts'
import type { Progress } from '../progress.ts'
import { commitRun, dryRun, type RunCounts, type RunOptions } from '../run.ts'
import type { Stage } from '../stage.ts'
import { toColumnRules } from './columns/column-rules.ts'
import { convertRows } from './convert.ts'
import { WorkFolder } from './files/work-folder.ts'
import { type ImportEngine, openImportEngine, sideTable } from './import-engine.ts'
import { type CaughtReading, type ImportSummary, SHOWN_ROWS } from './import-summary.ts'
import { type InspectedFile, inspectFile } from './inspect.ts'
import { type LoadOptions, loadFiles } from './load.ts'
import { openFile } from './open.ts'
import { describePlace, Rejects } from './rejects.ts'
import { settleImport } from './settle.ts'

export interface ImportOptions {
  fact: string
  /** Absolute paths; all of them are one run. */
  files: string[]
  format?: string | undefined
  /** Any bad row fails the run. */
  strict?: boolean
  /** Nothing is written: the summary says what would be. */
  dryRun?: boolean
  /** The rows are known to be right: guards do not look at them. */
  trusted?: boolean
  /** Chains and categories that nobody knows are accepted. */
  allowNew?: boolean
  /** Rows of keys that the store has are left out. */
  onlyNew?: boolean
  /** Record the content again even though an earlier import brought the same. */
  again?: boolean
  /** Our columns by the names they have in the files. */
  map?: Record<string, string>
  /** Columns that have the same value in every row. */
  set?: Record<string, string>
  /** How times are written, where they are neither Unix seconds nor ISO 8601. */
  timeFormat?: string | undefined
  rejectsDir: string
  onProgress?: ((progress: Progress) => void) | undefined
}

/** Looks at staged rows before they are committed, and holds what is doubtful. */
export type ExamineImport = (staged: {
  store: Store
  stage: Stage
  fact: Fact
  nowSec: number
}) => Promise<Caught & { heldRows: number }>

const queues = new WeakMap<Store, Promise<unknown>>()

/** Imports files as one run. Imports queue up: a process has one engine for files. */
export function importFiles(
  store: Store,
  clock: Clock,
  options: ImportOptions,
  examine?: ExamineImport,
): Promise<ImportSummary> {
  const imported = (queues.get(store) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => runImport(store, clock, options, examine))
  queues.set(store, imported)
  return imported
}

interface Import {
  fact: Fact
  options: ImportOptions
  folder: WorkFolder
  engine: ImportEngine
}

async function runImport(
  store: Store,
  clock: Clock,
  options: ImportOptions,
  examine: ExamineImport | undefined,
): Promise<ImportSummary> {
  const startedMs = performance.now()
  const fact = getFact(store, options.fact)
  if (options.files.length === 0)
    throw new UsageError('name at least one file to import, or - for standard input')
  const folder = new WorkFolder(options.rejectsDir)
  let engine: ImportEngine | undefined
  try {
    engine = await openImportEngine(store, folder)
    const work = { fact, options, folder, engine }
    const files = await inspectFiles(work)
    let more: Partial<ImportSummary> = {}
    const write = async (stage: Stage) => {
      const { counts, ...filled } = await fillStage(work, files, stage)
      more = { ...filled, rejected: counts.rejected }
      return counts
    }
    const examineRows = async (stage: Stage) => {
      const nowSec = toSec(clock.nowMs())
      const found = await examine?.({ store, stage, fact, nowSec })
      if (found !== undefined) more = { ...more, caught: summarize(found) }
      return { heldRows: found?.heldRows ?? 0 }
    }
    const runOptions: RunOptions = {
      source: 'import',
      note: files.map(({ name }) => name).join(', '),
      clock,
      again: options.again === true,
      isDistinct: true,
      examine: options.trusted === true ? undefined : examineRows,
    }
    const run =
      options.dryRun === true
        ? await dryRun(store, runOptions, write)
        : await commitRun(store, runOptions, write)
    return {
      run: run.id,
      committedAtMs: run.atMs,
      alreadyKnown: run.alreadyKnown,
      accepted: run.alreadyKnown ? 0 : run.accepted,
      held: run.alreadyKnown ? 0 : run.held,
      rejected: 0,
      rejectsFile: undefined,
      ...more,
      ignoredColumns: [...new Set(files.flatMap(({ ignoredColumns }) => ignoredColumns))],
      seconds: (performance.now() - startedMs) / 1000,
    }
  } finally {
    await engine?.close()
    await folder.remove()
  }
}

type Caught = Record<'holds' | 'flags', readonly CaughtReading[]>

function summarize({ holds, flags }: Caught): NonNullable<ImportSummary['caught']> {
  const first = holds
    .slice(0, SHOWN_ROWS)
    .map(({ series, atSec, guard, reason }) => ({ series, atSec, guard, reason }))
  return { holds: holds.length, flags: flags.length, first }
}

/** Before anything is written: every file is opened and inspected. */
async function inspectFiles({ fact, options, folder, engine }: Import): Promise<InspectedFile[]> {
  const onBytes = (doneBytes: number) =>
    options.onProgress?.({ phase: 'checking', doneBytes, totalBytes: 0, rows: 0 })
  const rules = toColumnRules(fact, options)
  const files: InspectedFile[] = []
  for (const path of options.files) {
    const opened = await openFile(path, { folder, format: options.format })
    files.push(await inspectFile(opened, { engine: engine.engine, fact, rules, onBytes }))
  }
  return files
}

type Filled = { counts: RunCounts } & Pick<ImportSummary, 'rejectsFile' | 'preview'>

/** Within the run: rows are loaded into a table beside the stage, settled, and published to it. */
async function fillStage(
  { fact, options, folder, engine }: Import,
  inspected: readonly InspectedFile[],
  stage: Stage,
): Promise<Filled> {
  const table = await engine.table(stage, fact)
  const rejects = new Rejects(engine.engine, sideTable(stage, sql`rejects`))
  try {
    const besides = (purpose: string) => sideTable(stage, identifier(purpose))
    const work = { engine: engine.engine, fact, table, rejects, sideTable: besides }
    const files = await loadFiles(inspected, {
      ...work,
      stamp: stage.stamp,
      newPath: () => folder.newPath(),
      onRead: reportTo(options.onProgress, inspected),
    })
    const counts = await settleImport(files, {
      ...work,
      strict: options.strict === true,
      allowNew: options.allowNew === true,
      onlyNew: options.onlyNew === true,
      snapshot: engine.store.snapshot(),
    })
    const preview =
      options.dryRun === true
        ? await previewRows(engine.engine, files, { fact, rejects })
        : undefined
    let rejectsFile: string | undefined
    if (counts.rejected > 0 && preview === undefined) {
      rejectsFile = join(options.rejectsDir, `${stage.run}-${fact.name}.ndjson`)
      await rejects.write(rejectsFile, files)
    }
    await engine.publish(stage, fact)
    return { counts, rejectsFile, ...(preview === undefined ? {} : { preview }) }
  } finally {
    await rejects.drop()
  }
}

function reportTo(
  onProgress: ImportOptions['onProgress'],
  files: readonly InspectedFile[],
): LoadOptions['onRead'] {
  if (onProgress === undefined) return undefined
  const bytesOf = (some: readonly InspectedFile[]) =>
    some.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = files.map(() => 0)
  return (index, read) => {
    const file = at(files, index)
    rows[index] = read.rows
    // A Parquet file knows its rows; of the other formats the engine reports bytes.
    const share =
      file.rows === undefined ? read.bytes / file.bytes : read.rows / Math.max(1, file.rows)
    onProgress({
      phase: 'importing',
      doneBytes: bytesOf(files.slice(0, index)) + Math.min(0.99, share) * file.bytes,
      totalBytes: bytesOf(files),
      rows: rows.reduce((sum, count) => sum + count, 0),
    })
  }
}

/** The first rows of the first file that would be stored, as they would be, and the first bad ones. */
async function previewRows(
  engine: Engine,
  files: readonly InspectedFile[],
  { fact, rejects }: { fact: Fact; rejects: Rejects },
): Promise<NonNullable<ImportSummary['preview']>> {
  const select = convertRows(at(files, 0), fact)
  const columns = identifiers([...sourceColumns(fact), 'quality'])
  const rows = await engine.writerQuery<Record<string, unknown>>(
    sql`SELECT ${columns} FROM (${select.matching(rejects.isAcceptedSql(0))}) ORDER BY fileRow LIMIT ${SHOWN_ROWS}${select.settingsInOrder}`,
    {},
    { files: select.files },
  )
  const bad = await rejects.list(SHOWN_ROWS)
  return {
    rows,
    rejects: bad.map((one) => ({ place: describePlace(files, one), reason: one.reason })),
  }
}
