import { toSec } from '../../../lib/clock.ts'
import type { RowOf } from '../../../store/fact.ts'
import { fromEasternTime } from '../derive/earnings/eastern-time.ts'
import type { equityFilers, equityFilings, equityListings } from '../facts.ts'
import { cikText, isDate, isObject } from './company-facts.ts'

type FilerRow = Omit<RowOf<typeof equityFilers>, 'atSec'>
export type ListingRow = Omit<RowOf<typeof equityListings>, 'atSec' | 'cik'> & { cik: string }
export type FilingRow = Omit<RowOf<typeof equityFilings>, 'atSec'>

export interface Submissions {
  filer: FilerRow
  listings: ListingRow[]
  filings: FilingRow[]
}

export const methodology =
  'Takes the company, its tickers in their order and all its filings from `submissions` files and their pages of older filings. ' +
  'Files of persons and of companies without a ticker and without a periodic report are passed over.'

const ARCHIVE = 'https://www.sec.gov/Archives/edgar/data'
const PERIODIC = /^(10-[KQ]T?|20-F|40-F)(\/A)?$/

export function isSubmissions(file: unknown): boolean {
  return isObject(file) && isObject(file.filings) && 'cik' in file
}

/** A page of older filings is an object of columns; only its file name has the company. */
export function isFilingsPage(file: unknown): boolean {
  return isObject(file) && Array.isArray(file.accessionNumber)
}

export function cikOfPage(fileName: string): string | undefined {
  return /CIK(\d{10})-submissions-\d+\.json$/.exec(fileName)?.[1]
}

/** The content of a `submissions` file; undefined for persons and others without reports. */
export function transformSubmissions(file: unknown): Submissions | undefined {
  const cik = isObject(file) ? cikText(file.cik) : undefined
  if (!isObject(file) || cik === undefined) return undefined
  const filings = transformFilings(cik, isObject(file.filings) ? file.filings.recent : undefined)
  const tickers = listOf(file.tickers)
  if (tickers.length === 0 && !filings.some(({ form }) => PERIODIC.test(form))) return undefined
  const name = textOf(file.name) ?? cik
  const exchanges = Array.isArray(file.exchanges) ? file.exchanges : []
  return {
    filer: {
      cik,
      name,
      fiscalYearEnd: yearEndOf(file.fiscalYearEnd),
      industryText: textOf(file.sicDescription),
    },
    listings: tickers.map((ticker, rank) =>
      listing(ticker, cik, name, textOf(exchanges[rank]), rank),
    ),
    filings,
  }
}

/** A ticker of a company with the regulator: listed in the United States, priced in dollars. */
export function listing(
  ticker: string,
  cik: string,
  companyName: string,
  exchange: string | null,
  rank: number,
): ListingRow {
  return {
    ticker: ticker.toUpperCase(),
    country: 'US',
    cik,
    companyName,
    exchange,
    currency: 'USD',
    rank,
    listedFromSec: null,
    delistedSec: null,
  }
}

/** Rows of filings from columns, as in `recent` and in the older pages. */
export function transformFilings(cik: string, columns: unknown): FilingRow[] {
  if (!isObject(columns)) return []
  const column = (name: string): unknown[] =>
    Array.isArray(columns[name]) ? (columns[name] as unknown[]) : []
  return column('accessionNumber').flatMap((number, index) => {
    const text = (name: string) => textOf(column(name)[index])
    const accession = textOf(number)
    const filingDate = dateOf(text('filingDate'))
    const form = text('form')
    if (accession === null || filingDate === null || form === null) return []
    return {
      cik,
      accession,
      form,
      filingDate,
      reportDate: dateOf(text('reportDate')),
      acceptedSec: timestampOf(text('acceptanceDateTime')),
      items: text('items'),
      primaryDocumentUrl: documentUrl(cik, accession, text('primaryDocument')),
      documentDescription: text('primaryDocDescription'),
    }
  })
}

function documentUrl(cik: string, accession: string, document: string | null): string | null {
  return document === null
    ? null
    : `${ARCHIVE}/${Number(cik)}/${accession.replaceAll('-', '')}/${document}`
}

/** An acceptance time; without an offset it is the regulator's own, Eastern time. */
function timestampOf(text: string | null): number | null {
  if (text === null) return null
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/.test(text)
  const ms = Date.parse(hasOffset ? text : `${text}Z`)
  if (!(ms >= 0)) return null
  return hasOffset ? toSec(ms) : fromEasternTime(toSec(ms))
}

function yearEndOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && /^(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(text) ? text : null
}

/** A date in its published form, else null. */
function dateOf(text: string | null): string | null {
  return isDate(text) ? text : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : []
}
