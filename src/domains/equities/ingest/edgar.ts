import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import type { ImportOptions } from '../../../runs/import/import-files.ts'
import type { ImportSummary } from '../../../runs/import/import-summary.ts'
import { commitRun } from '../../../runs/run.ts'
import type { Stage } from '../../../runs/stage.ts'
import type { Store } from '../../../store/store.ts'
import { methodology as ofFigures } from './company-facts.ts'
import { removeContradictions } from './contradictions.ts'
import { Intake, type Reject } from './edgar-intake.ts'
import { openSourceFiles, type SourceFile } from './source-files.ts'
import { cikOfPage, methodology as ofFilings } from './submissions.ts'
import { methodology as ofTickers } from './tickers.ts'

/** What is taken from the regulator's files. */
export const EDGAR_METHODOLOGY = [ofFigures, ofFilings, ofTickers]

const READ_AHEAD = 4

/** Imports the regulator's archives or folders as one run; files are recognised by content. */
export async function importEdgar(
  store: Store,
  clock: Clock,
  options: ImportOptions,
): Promise<ImportSummary> {
  const startedMs = performance.now()
  const sources = await openSourceFiles(options.files)
  const rejects: Reject[] = []
  let rejectsFile: string | undefined
  try {
    const files = inReadingOrder(sources.files)
    if (files.length === 0)
      throw new UsageError(
        'no .json files in there; expected submissions, companyfacts or company_tickers_exchange.json',
      )
    const note = options.files.map((path) => path.split('/').at(-1)).join(', ')
    const result = await commitRun(
      store,
      { source: 'edgar', note, clock, again: options.again === true },
      async (stage) => {
        const intake = new Intake({ stage, engine: store.engine })
        const accepted = await readAll(files, intake, rejects, options)
          .then(() => intake.finish())
          // A failed run is undone only after its last write has ended.
          .finally(() => intake.settle())
        const contradicted = await reportContradictions(intake, rejects, { store, stage, options })
        if (accepted === contradicted)
          throw new UsageError(
            `nothing was found in ${files.length} files; ${rejects[0]?.reason ?? 'none is of a known form'}`,
          )
        return { accepted: accepted - contradicted, rejected: rejects.length, held: 0 }
      },
    )
    if (rejects.length > 0) rejectsFile = await writeRejects(options.rejectsDir, result.id, rejects)
    return {
      run: result.id,
      committedAtMs: result.atMs,
      alreadyKnown: result.alreadyKnown,
      accepted: result.alreadyKnown ? 0 : result.accepted,
      rejected: rejects.length,
      held: 0,
      rejectsFile,
      ignoredColumns: [],
      seconds: (performance.now() - startedMs) / 1000,
    }
  } finally {
    sources.close()
  }
}

/** Names what files of the run contradict each other in. Returns how many rows were taken out. */
async function reportContradictions(
  intake: Intake,
  rejects: Reject[],
  { store, stage, options }: { store: Store; stage: Stage; options: ImportOptions },
): Promise<number> {
  let rows = 0
  const contradictions = intake.listDisputedTickers()
  for (const fact of intake.facts) {
    for (const found of await removeContradictions(store, stage, fact)) {
      const file = intake.placesOf(found.cik).join(' and ')
      contradictions.push({ file, reason: found.reason })
      rows += found.rows
    }
  }
  const [first] = contradictions
  if (first !== undefined && options.strict === true)
    throw new UsageError(`${first.file}: ${first.reason}`)
  rejects.push(...contradictions)
  return rows
}

/** Pages of older filings come last, when the companies are known. */
function inReadingOrder(files: readonly SourceFile[]): SourceFile[] {
  const isPage = ({ name }: SourceFile) => cikOfPage(name) !== undefined
  return [...files.filter((file) => !isPage(file)), ...files.filter(isPage)]
}

async function readAll(
  files: readonly SourceFile[],
  intake: Intake,
  rejects: Reject[],
  options: ImportOptions,
): Promise<void> {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  for await (const { file, content } of readAhead(files)) {
    const reason = content instanceof Error ? content.message : await intake.take(file, content)
    if (reason !== undefined) {
      if (options.strict === true) throw new UsageError(`${file.name}: ${reason}`)
      rejects.push({ file: file.name, reason })
    }
    doneBytes += file.bytes
    options.onProgress?.({ phase: 'importing', doneBytes, totalBytes, rows: intake.rows })
  }
}

/** Reads and unpacks the next few files while one is parsed. */
async function* readAhead(
  files: readonly SourceFile[],
): AsyncGenerator<{ file: SourceFile; content: Buffer | Error }> {
  const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
  const read = async (file: SourceFile) => ({ file, content: await file.read().catch(asError) })
  const ahead: ReturnType<typeof read>[] = []
  for (const file of files) {
    ahead.push(read(file))
    if (ahead.length > READ_AHEAD) yield* ahead.splice(0, 1)
  }
  yield* ahead
}

async function writeRejects(
  folder: string,
  run: number,
  rejects: readonly Reject[],
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${run}-edgar.ndjson`)
  await writeFile(path, rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''))
  return path
}
