import {
  companyFacts,
  currencyRates,
  equityDividends,
  equityFilers,
  equityFilings,
  equityListings,
  equityProfiles,
  equitySectors,
  equitySplits,
} from '../../domains/equities/facts.ts'
import { transformCompanyFacts } from '../../domains/equities/ingest/company-facts.ts'
import {
  countPacked,
  insertPacked,
  type PackedRows,
  packRows,
} from '../../domains/equities/ingest/packed-rows.ts'
import { transformFilings } from '../../domains/equities/ingest/submissions.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import type { DemoRange } from '../demo-range.ts'
import type { DemoPart, DemoTarget } from '../demo-world.ts'
import { demoChance } from '../market/chance.ts'
import { writeBars } from './bars.ts'
import { type BookQuarter, DEMO_EARLIER_DAYS, demoBooks, demoQuarters } from './books.ts'
import {
  DEMO_SECTORS,
  type DemoCompany,
  goneCompany,
  listCompanies,
  USD_RATES,
  usdRateOf,
} from './companies.ts'
import { companyFactsFile } from './company-facts-file.ts'
import { type DemoFiling, demoFilings, submissionsColumns } from './filings.ts'

// Together they would be a text of tens of megabytes.
const BATCH_ROWS = 100_000

/** Listed companies of the demo world: bars, and filings that go through the real import rules. */
export const equitiesDemo: DemoPart = {
  name: 'equities',
  write: async (target) => {
    const listed = listCompanies(target.market.share)
    const companies = [...listed, goneCompany()]
    if (target.isFirst) await writeCompanies(target, listed, companies)
    await writeFilings(target, companies)
    await writeBars(target, companies)
  },
}

async function writeCompanies(
  { stage, range }: DemoTarget,
  listed: readonly DemoCompany[],
  companies: readonly DemoCompany[],
): Promise<void> {
  const atSec = range.firstDaySec - DEMO_EARLIER_DAYS * DAY_SEC
  const listings = listed.flatMap((company) => listingsOf(company, range))
  await stage.insertRows(equityListings, listings)
  await stage.insertRows(equityProfiles, listed.map(profileOf))
  await stage.insertRows(
    equitySectors,
    Object.entries(DEMO_SECTORS).map(([sector, description]) => ({ sector, description })),
  )
  await stage.insertRows(
    equityFilers,
    companies.map(({ cik, name, yearEnd: fiscalYearEnd, industry: industryText }) => {
      return { cik, name, fiscalYearEnd, industryText }
    }),
  )
  await stage.insertRows(
    currencyRates,
    Object.entries(USD_RATES).map(([currency, usd]) => ({ currency, usd, atSec })),
  )
  const splits = listed.flatMap(({ ticker, country, splitDay: day }) =>
    day === undefined
      ? []
      : { ticker, country, atSec: range.firstDaySec + day * DAY_SEC, ratio: 4 },
  )
  await stage.insertRows(equitySplits, splits)
}

function listingsOf(
  { ticker, country, currency, cik, name: companyName, hasTwoClasses, listedDay }: DemoCompany,
  { firstDaySec }: DemoRange,
) {
  const listedFromSec = listedDay === undefined ? null : firstDaySec + listedDay * DAY_SEC
  const first = { ticker, country, currency, cik, companyName, rank: 0, listedFromSec }
  return hasTwoClasses ? [first, { ...first, ticker: `${ticker}-B`, rank: 1 }] : [first]
}

function profileOf({ number, name, currency, marketCap, price, ...company }: DemoCompany) {
  const { ticker, country, sector, industry } = company
  const size = (marketCap * usdRateOf(currency)) / 1e7
  return {
    ...{ ticker, country, sector, industry },
    employees: Math.round(400 + size / (1 + demoChance('staff', number))),
    description: `${name} is made up.`,
    floatShares: Math.round((marketCap / price) * 0.85),
  }
}

/** Filings that were accepted within the range, with their figures and dividends. */
async function writeFilings(target: DemoTarget, companies: readonly DemoCompany[]): Promise<void> {
  const { range, isFirst } = target
  const firstDay = range.firstDaySec / DAY_SEC
  // The first range has everything that was filed before the demo world began.
  const accepted = isFirst ? { ...range, fromSec: 0 } : range
  const filings: PackedRows[] = []
  const figures: PackedRows[] = []
  const dividends: PackedRows[] = []
  for (const company of companies) {
    const quarters = demoQuarters(company, firstDay, range.toSec / DAY_SEC)
    const due = demoFilings(company, quarters, accepted)
    if (due.length === 0) continue
    const books = demoBooks(company, quarters, firstDay)
    const rows = transformFilings(company.cik, submissionsColumns(due)).map((row) => ({
      ...row,
      primaryDocumentUrl: `https://filings.example/${row.accession}/report.htm`,
    }))
    filings.push(...packRows(rows, ['cik']))
    figures.push(...transformCompanyFacts(companyFactsFile(company, due, books, firstDay)))
    dividends.push(...packRows(dividendsOf(company, due, books), ['ticker', 'country']))
  }
  await insertPacked(target, equityFilings, filings)
  for (const batch of batchesOf(figures)) await insertPacked(target, companyFacts, batch)
  await insertPacked(target, equityDividends, dividends)
}

function batchesOf(packed: readonly PackedRows[]): PackedRows[][] {
  const batches: PackedRows[][] = []
  let batch: PackedRows[] = []
  let rows = BATCH_ROWS
  for (const some of packed) {
    if (rows >= BATCH_ROWS) {
      batch = []
      batches.push(batch)
      rows = 0
    }
    batch.push(some)
    rows += countPacked(some)
  }
  return batches
}

/** A dividend goes ex on the day of the report that shows it. */
function dividendsOf(
  { ticker, country, paysDividends }: DemoCompany,
  due: readonly DemoFiling[],
  books: readonly BookQuarter[],
): object[] {
  if (!paysDividends) return []
  const byEnd = new Map(books.map((book) => [book.endDay, book]))
  return due.flatMap(({ form, endDay, acceptedSec }) => {
    const book = byEnd.get(endDay)
    if (form === '8-K' || form === '10-K/A' || book === undefined) return []
    const paid = book.flows.dividendsPaid
    if (paid === undefined || paid === 0) return []
    const amount = Math.round((paid / book.shares) * 1e4) / 1e4
    return [{ ticker, country, atSec: acceptedSec - (acceptedSec % DAY_SEC), amount }]
  })
}
