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
  type PackedTarget,
  packRows,
} from '../../domains/equities/ingest/packed-rows.ts'
import { transformFilings } from '../../domains/equities/ingest/submissions.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import type { DemoPart, DemoRange } from '../demo-world.ts'
import { generateBars } from './bars.ts'
import { type BookQuarter, DEMO_EARLIER_DAYS, demoBooks, demoQuarters } from './books.ts'
import {
  DEMO_RATES,
  DEMO_SECTORS,
  type DemoCompany,
  demoCompanies,
  demoGoneCompany,
  demoShare,
} from './companies.ts'
import { companyFactsFile } from './company-facts-file.ts'
import { type DemoFiling, demoFilings, submissionsColumns } from './filings.ts'

// Rows handed over at once: together they would be a text of tens of megabytes.
const PIECE_ROWS = 100_000

/**
 * Listed companies of the demo world: filings as the regulator publishes them, taken in by the same
 * rules, and bars.
 */
export const equitiesDemo: DemoPart = {
  describe: async (stage, range) => {
    const companies = demoCompanies()
    const startSec = range.firstDaySec - DEMO_EARLIER_DAYS * DAY_SEC
    await stage.insertRows(
      equityListings,
      companies.flatMap((company) => listingsOf(company, range)),
    )
    await stage.insertRows(equityProfiles, companies.map(profileOf))
    await stage.insertRows(
      equitySectors,
      Object.entries(DEMO_SECTORS).map(([sector, description]) => ({ sector, description })),
    )
    await stage.insertRows(
      equityFilers,
      [...companies, demoGoneCompany()].map(({ cik, name, yearEnd, industry }) => ({
        cik,
        name,
        fiscalYearEnd: yearEnd,
        industryText: industry,
      })),
    )
    await stage.insertRows(
      currencyRates,
      Object.entries(DEMO_RATES).map(([currency, usd]) => ({ currency, usd, atSec: startSec })),
    )
    await stage.insertRows(
      equitySplits,
      companies.flatMap(({ ticker, country, splitDay }) =>
        splitDay === undefined
          ? []
          : [{ ticker, country, atSec: range.firstDaySec + splitDay * DAY_SEC, ratio: 4 }],
      ),
    )
  },
  generate: async (stage, range, engine) => {
    const companies = [...demoCompanies(), demoGoneCompany()]
    await generateFilings({ stage, engine }, range, companies)
    await generateBars({ stage, engine }, range, companies)
  },
}

function listingsOf(
  { ticker, country, currency, cik, name, hasTwoClasses, listedDay }: DemoCompany,
  { firstDaySec }: DemoRange,
) {
  const listedFromSec = listedDay === undefined ? null : firstDaySec + listedDay * DAY_SEC
  const base = {
    ticker,
    country,
    cik,
    companyName: name,
    exchange: null,
    currency,
    rank: 0,
    listedFromSec,
    delistedSec: null,
  }
  return hasTwoClasses ? [base, { ...base, ticker: `${ticker}-B`, rank: 1 }] : [base]
}

function profileOf({
  ticker,
  country,
  currency,
  sector,
  industry,
  marketCap,
  price,
  number,
  name,
}: DemoCompany) {
  const employees = Math.round(
    400 + (marketCap * (DEMO_RATES[currency] ?? 1)) / 1e7 / (1 + demoShare('staff', number)),
  )
  return {
    ticker,
    country,
    sector,
    industry,
    employees,
    description: `${name} is made up.`,
    floatShares: Math.round((marketCap / price) * 0.85),
  }
}

/**
 * Filings that were accepted in the stretch, with their figures, and the dividends of the quarters
 * behind them.
 */
async function generateFilings(
  target: PackedTarget,
  range: DemoRange,
  companies: readonly DemoCompany[],
): Promise<void> {
  const firstDay = range.firstDaySec / DAY_SEC
  // The first stretch takes in everything that was filed before the demo world began.
  const stretch = range.fromSec < range.firstDaySec ? { ...range, fromSec: 0 } : range
  const filings: PackedRows[] = []
  const figures: PackedRows[] = []
  const dividends: PackedRows[] = []
  for (const company of companies) {
    const quarters = demoQuarters(company, firstDay, range.toSec / DAY_SEC)
    const due = demoFilings(company, quarters, stretch)
    if (due.length === 0) continue
    const books = demoBooks(company, quarters, firstDay)
    const rows = transformFilings(company.cik, submissionsColumns(due)).map((row) => ({
      ...row,
      primaryDocumentUrl: `https://filings.example/${row.accession}/report.htm`,
    }))
    filings.push(...packRows(rows, ['cik']))
    figures.push(...transformCompanyFacts(companyFactsFile(company, due, books)))
    dividends.push(...packRows(dividendsOf(company, due, books), ['ticker', 'country']))
  }
  await insertPacked(target, equityFilings, filings)
  for (const piece of piecesOf(figures)) await insertPacked(target, companyFacts, piece)
  await insertPacked(target, equityDividends, dividends)
}

function piecesOf(packed: readonly PackedRows[]): PackedRows[][] {
  const pieces: PackedRows[][] = []
  let rows = PIECE_ROWS
  for (const one of packed) {
    if (rows >= PIECE_ROWS) {
      pieces.push([])
      rows = 0
    }
    pieces.at(-1)?.push(one)
    rows += countPacked(one)
  }
  return pieces
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
    const paid = book?.flows.dividendsPaid ?? 0
    if (form === '8-K' || form === '10-K/A' || book === undefined || paid === 0) return []
    return [
      {
        ticker,
        country,
        atSec: acceptedSec - (acceptedSec % DAY_SEC),
        amount: Math.round((paid / book.shares) * 1e4) / 1e4,
      },
    ]
  })
}
