import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import type { ImportOptions, ImportSummary } from '../../../runs/import/import-files.ts'
import { commitRun } from '../../../runs/run.ts'
import type { Fact } from '../../../store/fact.ts'
import type { Store } from '../../../store/store.ts'
import { companyFacts, equityFilers, equityFilings, equityListings } from '../facts.ts'
import { isCompanyFacts, methodology as ofFigures, transformCompanyFacts } from './company-facts.ts'
import { readCompanyFacts } from './company-facts-text.ts'
import {
  countPacked,
  insertPacked,
  type PackedRows,
  type PackedTarget,
  packRows,
} from './packed-rows.ts'
import { openSourceFiles } from './source-files.ts'
import {
  cikOfPage,
  isFilingsPage,
  isSubmissions,
  type ListingRow,
  methodology as ofFilings,
  type Submissions,
  transformFilings,
  transformSubmissions,
} from './submissions.ts'
import { isTickers, methodology as ofTickers, transformTickers } from './tickers.ts'
import type { ZipEntry } from './zip-archive.ts'

/** What is taken from the regulator's files. */
export const EDGAR_METHODOLOGY = [ofFigures, ofFilings, ofTickers]

const FLUSH_ROWS = 100_000
const READ_AHEAD = 4

interface Reject {
  file: string
  reason: string
}

/**
 * The regulator's bulk archives: folders or zip files of `submissions`, `companyfacts` and ticker
 * lists, told apart by what is in them. A few files are in memory at a time, and all of them are
 * one run.
 */
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
          // A run that fails is taken back only when nothing of it is on its way any more.
          .finally(() => intake.settle())
        if (accepted === 0)
          throw new UsageError(
            `nothing was found in ${files.length} files; ${rejects[0]?.reason ?? 'none is of a known form'}`,
          )
        return { accepted, rejected: rejects.length, held: 0 }
      },
    )
    if (rejects.length > 0) rejectsFile = await keepRejects(options.rejectsDir, result.id, rejects)
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

/** Pages of older filings come last: only then is it known which companies are taken. */
function inReadingOrder(files: readonly ZipEntry[]): ZipEntry[] {
  const isPage = ({ name }: ZipEntry) => cikOfPage(name) !== undefined
  return [...files.filter((file) => !isPage(file)), ...files.filter(isPage)]
}

async function readAll(
  files: readonly ZipEntry[],
  intake: Intake,
  rejects: Reject[],
  options: ImportOptions,
): Promise<void> {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  for await (const { file, content } of readAhead(files)) {
    const reason =
      content instanceof Error ? content.message : await intake.take(file.name, content)
    if (reason !== undefined) {
      if (options.strict === true) throw new UsageError(`${file.name}: ${reason}`)
      rejects.push({ file: file.name, reason })
    }
    doneBytes += file.bytes
    options.onProgress?.({ phase: 'importing', doneBytes, totalBytes, rows: intake.rows })
  }
}

/** Reads and unpacks the next few files while one is being understood. */
async function* readAhead(
  files: readonly ZipEntry[],
): AsyncGenerator<{ file: ZipEntry; content: Buffer | Error }> {
  const read = (file: ZipEntry) =>
    file
      .read()
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  const waiting: Promise<Buffer | Error>[] = files.slice(0, READ_AHEAD).map(read)
  for (const [index, file] of files.entries()) {
    const content = (await waiting.shift()) ?? new Error('cannot be read')
    const next = files[index + READ_AHEAD]
    if (next !== undefined) waiting.push(read(next))
    yield { file, content }
  }
}

interface Waiting {
  packed: PackedRows[]
  rows: number
}

/**
 * Gathers rows and hands them to the run in large pieces; the engine takes in one while the next is
 * read.
 */
class Intake {
  rows = 0
  readonly #target: PackedTarget
  readonly #waiting = new Map<Fact, Waiting>()
  readonly #fromTickers = new Map<string, ListingRow>()
  readonly #fromSubmissions = new Map<string, { row: ListingRow; newestFiling: string }>()
  readonly #companies = new Set<string>()
  #writing: Promise<void> = Promise.resolve()

  constructor(target: PackedTarget) {
    this.#target = target
  }

  /** Takes what a file says; returns why it cannot. */
  async take(name: string, content: Buffer): Promise<string | undefined> {
    let file: unknown
    try {
      file = readCompanyFacts(content) ?? JSON.parse(content.toString('utf8'))
    } catch {
      return 'not JSON'
    }
    if (isCompanyFacts(file)) await this.#add(companyFacts, transformCompanyFacts(file))
    else if (isSubmissions(file)) await this.#takeSubmissions(transformSubmissions(file))
    else if (isTickers(file))
      for (const row of transformTickers(file)) this.#fromTickers.set(row.ticker, row)
    else if (isFilingsPage(file)) return this.#takePage(name, file)
    else return 'neither submissions nor companyfacts nor a list of tickers'
    return undefined
  }

  /** Writes what is left; returns the number of rows of the run. */
  async finish(): Promise<number> {
    const listings = new Map([...this.#fromSubmissions].map(([ticker, { row }]) => [ticker, row]))
    // The ticker list is of today; a submissions file may still hold a ticker that now stands for
    // another company.
    for (const [ticker, row] of this.#fromTickers)
      listings.set(ticker, {
        ...row,
        exchange: row.exchange ?? listings.get(ticker)?.exchange ?? null,
      })
    await this.#addRows(equityListings, [...listings.values()], ['country'])
    for (const fact of this.#waiting.keys()) await this.#flush(fact)
    await this.#writing
    return this.rows
  }

  /** Waits until nothing is being written, whether it went well or not. */
  settle(): Promise<void> {
    return this.#writing.catch(() => undefined)
  }

  async #takeSubmissions(submissions: Submissions | undefined): Promise<void> {
    if (submissions === undefined) return
    const { filer, filings } = submissions
    this.#companies.add(filer.cik)
    const newestFiling =
      filings
        .map(({ filingDate }) => filingDate)
        .sort()
        .at(-1) ?? ''
    for (const row of submissions.listings) {
      const known = this.#fromSubmissions.get(row.ticker)
      if (known === undefined || known.newestFiling < newestFiling)
        this.#fromSubmissions.set(row.ticker, { row, newestFiling })
    }
    await this.#addRows(equityFilers, [filer], ['cik'])
    await this.#addRows(equityFilings, filings, ['cik'])
  }

  async #takePage(name: string, page: unknown): Promise<string | undefined> {
    const cik = cikOfPage(name)
    if (cik === undefined)
      return 'a page of older filings must keep its name, which says whose they are'
    if (this.#companies.has(cik))
      await this.#addRows(equityFilings, transformFilings(cik, page), ['cik'])
    return undefined
  }

  #addRows(fact: Fact, rows: readonly object[], sharedNames: readonly string[]): Promise<void> {
    return this.#add(fact, packRows(rows, sharedNames))
  }

  async #add(fact: Fact, packed: readonly PackedRows[]): Promise<void> {
    const waiting = this.#waiting.get(fact) ?? { packed: [], rows: 0 }
    this.#waiting.set(fact, waiting)
    for (const piece of packed) {
      const rows = countPacked(piece)
      waiting.packed.push(piece)
      waiting.rows += rows
      this.rows += rows
    }
    if (waiting.rows >= FLUSH_ROWS) await this.#flush(fact)
  }

  /** Waits for the piece before, then hands over this one without waiting for it. */
  async #flush(fact: Fact): Promise<void> {
    const waiting = this.#waiting.get(fact)
    this.#waiting.delete(fact)
    await this.#writing
    this.#writing = insertPacked(this.#target, fact, waiting?.packed ?? [])
    // Whoever waits next sees the error; until then nobody does, which must not end the program.
    this.#writing.catch(() => undefined)
  }
}

async function keepRejects(
  folder: string,
  run: number,
  rejects: readonly Reject[],
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${run}-edgar.ndjson`)
  await writeFile(path, rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''))
  return path
}
