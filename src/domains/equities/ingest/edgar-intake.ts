import type { Fact } from '../../../store/fact.ts'
import { companyFacts, equityFilers, equityFilings, equityListings } from '../facts.ts'
import { type FigureSeries, isCompanyFacts, transformCompanyFacts } from './company-facts.ts'
import { readCompanyFacts } from './company-facts-text.ts'
import {
  countPacked,
  insertPacked,
  type PackedRows,
  type PackedTarget,
  packRows,
} from './packed-rows.ts'
import type { SourceFile } from './source-files.ts'
import {
  cikOfPage,
  isFilingsPage,
  isSubmissions,
  type ListingRow,
  type Submissions,
  transformFilings,
  transformSubmissions,
} from './submissions.ts'
import { isTickers, transformTickers } from './tickers.ts'

const BATCH_SIZE = 100_000

/** What cannot be taken, and from which file. */
export interface Reject {
  file: string
  reason: string
}

interface Batch {
  packed: PackedRows[]
  rows: number
}

/** Collects rows and writes them in large batches; one is written while the next is read. */
export class Intake {
  rows = 0
  readonly #target: PackedTarget
  readonly #batches = new Map<Fact, Batch>()
  readonly #facts = new Set<Fact>()
  readonly #fromTickers = new Map<string, { row: ListingRow; places: readonly string[] }>()
  readonly #disputedTickers = new Map<string, readonly string[]>()
  readonly #fromSubmissions = new Map<
    string,
    { row: ListingRow; newestFiling: string | undefined }
  >()
  readonly #companies = new Set<string>()
  readonly #places = new Map<string, string[]>()
  #writing: Promise<void> = Promise.resolve()

  constructor(target: PackedTarget) {
    this.#target = target
  }

  /** Adds the content of a file; returns the reason if it cannot. */
  async take({ name, place }: SourceFile, content: Buffer): Promise<string | undefined> {
    let file: unknown
    try {
      file = readCompanyFacts(content) ?? JSON.parse(content.toString('utf8'))
    } catch {
      return 'not valid JSON'
    }
    if (isCompanyFacts(file)) await this.#takeFigures(place, transformCompanyFacts(file))
    else if (isSubmissions(file)) await this.#takeSubmissions(place, transformSubmissions(file))
    else if (isTickers(file)) this.#takeTickers(place, transformTickers(file))
    else if (isFilingsPage(file)) return this.#takePage({ name, place }, file)
    else return 'neither submissions nor companyfacts nor a list of tickers'
    return undefined
  }

  /** Writes what is left; returns the number of rows of the run. */
  async finish(): Promise<number> {
    const listings = new Map([...this.#fromSubmissions].map(([ticker, { row }]) => [ticker, row]))
    // The ticker list is current; a submissions file may have a ticker that another company has now.
    for (const [ticker, { row }] of this.#fromTickers)
      listings.set(ticker, {
        ...row,
        exchange: row.exchange ?? listings.get(ticker)?.exchange ?? null,
      })
    for (const ticker of this.#disputedTickers.keys()) listings.delete(ticker)
    await this.#addRows(equityListings, [...listings.values()], ['country'])
    for (const [fact, batch] of this.#batches) await this.#flush(fact, batch)
    await this.#writing
    return this.rows
  }

  /** Waits for the last write, successful or not. */
  settle(): Promise<void> {
    return this.#writing.catch(() => undefined)
  }

  #takeTickers(place: string, rows: readonly ListingRow[]): void {
    for (const row of rows) {
      const known = this.#fromTickers.get(row.ticker)
      this.#fromTickers.set(row.ticker, { row, places: [...(known?.places ?? []), place] })
      if (known !== undefined && known.row.cik !== row.cik)
        this.#disputedTickers.set(row.ticker, [known.row.cik, row.cik].toSorted())
    }
  }

  /** Tickers that two lists give to two companies: nobody has them (import.md#contradictions). */
  listDisputedTickers(): Reject[] {
    return [...this.#disputedTickers].map(([ticker, [first, second]]) => ({
      file: this.#fromTickers.get(ticker)?.places.join(' and ') ?? '',
      reason: `equity_listings of ticker ${ticker} has another cik ("${first}" and "${second}"); neither is taken`,
    }))
  }

  /** Facts with rows of several files. */
  get facts(): Fact[] {
    return [equityFilers, equityFilings, companyFacts].filter((fact) => this.#facts.has(fact))
  }

  /** The files that have rows of a company. */
  placesOf(cik: string): readonly string[] {
    return this.#places.get(cik) ?? []
  }

  #note(cik: string, place: string): void {
    const known = this.#places.get(cik)
    if (known === undefined) this.#places.set(cik, [place])
    else known.push(place)
  }

  async #takeFigures(place: string, figures: readonly FigureSeries[]): Promise<void> {
    const [first] = figures
    if (first !== undefined) this.#note(first.shared.cik, place)
    await this.#add(companyFacts, figures)
  }

  async #takeSubmissions(place: string, submissions: Submissions | undefined): Promise<void> {
    if (submissions === undefined) return
    const { filer, filings } = submissions
    this.#note(filer.cik, place)
    this.#companies.add(filer.cik)
    const newestFiling = findNewest(filings.map(({ filingDate }) => filingDate))
    for (const row of submissions.listings) {
      const known = this.#fromSubmissions.get(row.ticker)
      if (known === undefined || isBefore(known.newestFiling, newestFiling))
        this.#fromSubmissions.set(row.ticker, { row, newestFiling })
    }
    await this.#addRows(equityFilers, [filer], ['cik'])
    await this.#addRows(equityFilings, filings, ['cik'])
  }

  async #takePage(
    { name, place }: Pick<SourceFile, 'name' | 'place'>,
    page: unknown,
  ): Promise<string | undefined> {
    const cik = cikOfPage(name)
    if (cik === undefined)
      return 'a page of older filings must keep its name, which says whose they are'
    this.#note(cik, place)
    if (this.#companies.has(cik))
      await this.#addRows(equityFilings, transformFilings(cik, page), ['cik'])
    return undefined
  }

  #addRows(fact: Fact, rows: readonly object[], sharedNames: readonly string[]): Promise<void> {
    return this.#add(fact, packRows(rows, sharedNames))
  }

  async #add(fact: Fact, packed: readonly PackedRows[]): Promise<void> {
    this.#facts.add(fact)
    const batch = this.#batches.get(fact) ?? { packed: [], rows: 0 }
    this.#batches.set(fact, batch)
    for (const series of packed) {
      const rows = countPacked(series)
      batch.packed.push(series)
      batch.rows += rows
      this.rows += rows
    }
    if (batch.rows >= BATCH_SIZE) await this.#flush(fact, batch)
  }

  /** Waits for the previous batch, then starts writing this one. */
  async #flush(fact: Fact, { packed }: Batch): Promise<void> {
    this.#batches.delete(fact)
    await this.#writing
    this.#writing = insertPacked(this.#target, fact, packed)
    // A failure before it is awaited is not unhandled: awaiting it throws.
    this.#writing.catch(() => undefined)
  }
}

/** The date of the newest filing; undefined without filings. */
function findNewest(dates: readonly string[]): string | undefined {
  return dates.toSorted().at(-1)
}

function isBefore(date: string | undefined, other: string | undefined): boolean {
  return other !== undefined && (date === undefined || date < other)
}
