import { join } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import { UsageError } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import type { Fact } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import { commitRun } from '../run.ts'
import { loadRows } from './load-rows.ts'
import { inspectFile, type Source } from './source.ts'
import { WorkFolder } from './work-folder.ts'
import { openWorkbench, type Workbench } from './workbench.ts'

export interface ImportProgress {
  phase: string
  doneBytes: number
  totalBytes: number
  rows: number
}

export interface ImportOptions {
  fact: string
  /** Absolute paths; all of them are one run. */
  files: string[]
  format?: string | undefined
  /** Any bad row fails the run. */
  strict?: boolean
  /** Record the content anew even though an earlier import brought the same. */
  again?: boolean
  rejectsDir: string
  onProgress?: ((progress: ImportProgress) => void) | undefined
}

export interface ImportSummary {
  /**
   * The run that holds the rows: this one, or the earlier one when the content was already known.
   */
  run: number
  committedAtMs: number
  alreadyKnown: boolean
  /** Rows that are now served; an import that was already known has none. */
  accepted: number
  rejected: number
  held: number
  rejectsFile: string | undefined
  ignoredColumns: string[]
  seconds: number
}

const turns = new WeakMap<Store, Promise<unknown>>()

/** Imports files as one run, one import at a time. */
export function importFiles(
  store: Store,
  clock: Clock,
  options: ImportOptions,
): Promise<ImportSummary> {
  const turn = (turns.get(store) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => importAlone(store, clock, options))
  turns.set(store, turn)
  return turn
}

async function importAlone(
  store: Store,
  clock: Clock,
  options: ImportOptions,
): Promise<ImportSummary> {
  const fact = getFact(store, options.fact)
  if (options.files.length === 0)
    throw new UsageError('name at least one file to import, or - for standard input')
  const startedMs = performance.now()
  const folder = new WorkFolder(options.rejectsDir)
  let bench: Workbench | undefined
  try {
    bench = await openWorkbench(store, folder)
    const sources = await inspectAll(bench, fact, folder, options)
    return await importSources(store, clock, options, { fact, folder, bench, sources, startedMs })
  } finally {
    await bench?.close()
    await folder.remove()
  }
}

export function getFact(store: Store, name: string): Fact {
  const fact = store.facts.get(name)
  if (fact !== undefined) return fact
  const names = [...store.facts.keys()].sort()
  const close = suggest(name, names)
  throw new UsageError(
    `unknown fact "${name}"${close.length > 0 ? ` (did you mean ${close.join(', ')}?)` : ''}; known facts: ${names.join(', ')}`,
  )
}

async function inspectAll(
  bench: Workbench,
  fact: Fact,
  folder: WorkFolder,
  options: ImportOptions,
): Promise<Source[]> {
  const sources: Source[] = []
  for (const path of options.files) {
    const onBytes = (doneBytes: number) =>
      options.onProgress?.({ phase: 'checking', doneBytes, totalBytes: 0, rows: 0 })
    sources.push(
      await inspectFile(path, {
        engine: bench.engine,
        fact,
        folder,
        askedFormat: options.format,
        onBytes,
      }),
    )
  }
  return sources
}

interface Work {
  fact: Fact
  folder: WorkFolder
  bench: Workbench
  sources: Source[]
  startedMs: number
}

async function importSources(
  store: Store,
  clock: Clock,
  options: ImportOptions,
  work: Work,
): Promise<ImportSummary> {
  const { fact, folder, bench, sources } = work
  let rejectsFile: string | undefined
  let rejected = 0
  const note = sources.map((source) => source.name).join(', ')
  const result = await commitRun(
    store,
    { source: 'import', note, clock, again: options.again === true, isDistinct: true },
    async (stage) => {
      const counts = await loadRows({
        bench,
        stage,
        fact,
        sources,
        folder,
        strict: options.strict === true,
        keepRejects: async (rejects, fileNames) => {
          rejectsFile = join(options.rejectsDir, `${stage.run}-${fact.name}.ndjson`)
          await rejects.write(rejectsFile, fileNames)
        },
        onRead: progressOf(options, sources),
      })
      rejected = counts.rejected
      return counts
    },
  )
  return {
    run: result.id,
    committedAtMs: result.atMs,
    alreadyKnown: result.alreadyKnown,
    accepted: result.alreadyKnown ? 0 : result.accepted,
    rejected,
    held: result.alreadyKnown ? 0 : result.held,
    rejectsFile,
    ignoredColumns: [...new Set(sources.flatMap((source) => source.ignoredColumns))],
    seconds: (performance.now() - work.startedMs) / 1000,
  }
}

function progressOf(
  options: ImportOptions,
  sources: readonly Source[],
): Parameters<typeof loadRows>[0]['onRead'] {
  const { onProgress } = options
  if (onProgress === undefined) return undefined
  const totalBytes = sources.reduce((sum, source) => sum + source.bytes, 0)
  const rows = sources.map(() => 0)
  return (file, read) => {
    const source = sources[file]
    if (source === undefined) return
    rows[file] = read.rows
    const before = sources.slice(0, file).reduce((sum, { bytes }) => sum + bytes, 0)
    // What the engine has read of a Parquet file is told by its rows; of the other formats, by
    // bytes.
    const share =
      source.rows === undefined ? read.bytes / source.bytes : read.rows / Math.max(1, source.rows)
    const doneBytes = before + Math.min(0.99, share) * source.bytes
    onProgress({
      phase: 'importing',
      doneBytes,
      totalBytes,
      rows: rows.reduce((sum, count) => sum + count, 0),
    })
  }
}
