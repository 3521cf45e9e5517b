import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from '../../src/app.ts'
import { LINES, type LineName } from '../../src/domains/equities/derive/statement-lines.ts'
import {
  companyFacts,
  equityBars,
  equityFilers,
  equityFilings,
  equityIntraday,
  equityListings,
  equityProfiles,
} from '../../src/domains/equities/facts.ts'
import { commitRun } from '../../src/ingest/run.ts'
import { createClock, DAY_SEC, dayStart } from '../../src/lib/clock.ts'
import { Store } from '../../src/store/store.ts'
import { tableOf } from '../../src/store/tables.ts'

export interface EquitySize {
  companies: number
  years: number
  intradayDays: number
  untilSec: number
}

export const tickerOf = (number: number): string => `T${String(number).padStart(5, '0')}`

const TICKER = "concat('T', leftPad(toString(company), 5, '0'))"
const CIK = "leftPad(toString(company + 1), 10, '0')"
const FLOWS: LineName[] = [
  'revenue',
  'costOfRevenue',
  'grossProfit',
  'operatingExpenses',
  'operatingIncome',
  'incomeBeforeTax',
  'incomeTax',
  'profit',
  'netIncome',
  'interestExpense',
]
const CASH: LineName[] = [
  'operatingCash',
  'investingCash',
  'financingCash',
  'netCashFlow',
  'capitalExpenditure',
  'depreciation',
  'stockCompensation',
  'dividendsPaid',
  'repurchases',
  'taxPaid',
]
const BALANCES: LineName[] = [
  'assets',
  'currentAssets',
  'cash',
  'receivables',
  'inventory',
  'liabilities',
  'currentLiabilities',
  'shareholdersEquity',
  'longTermDebtNonCurrent',
  'goodwill',
]
const SHARES: LineName[] = ['sharesOutstanding']

/** Fills a fresh data directory with made-up companies: bars, filings and figures of every quarter, inside the engine. */
export async function fillEquities(dataDir: string, size: EquitySize): Promise<void> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const today = dayStart(size.untilSec)
  const companies = `(SELECT toUInt32(number) AS company FROM numbers(${size.companies}))`
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await stage.insertSelect(
      equityListings,
      `SELECT ${TICKER} AS ticker, 'US' AS country, toNullable(${CIK}) AS cik, concat('Company ', toString(company)) AS companyName, NULL AS exchange,
         toNullable('USD') AS currency, toNullable(toInt64(0)) AS rank, NULL AS listedFromSec, NULL AS delistedSec FROM ${companies}`,
    )
    await stage.insertSelect(
      equityProfiles,
      `SELECT ${TICKER} AS ticker, 'US' AS country, toNullable(concat('Sector ', toString(company % 11))) AS sector,
         toNullable(concat('Industry ', toString(company % 140))) AS industry, toNullable(toInt64(1000)) AS employees, NULL AS description, NULL AS floatShares FROM ${companies}`,
    )
    await stage.insertSelect(
      equityFilers,
      `SELECT ${CIK} AS cik, 'Company' AS name, toNullable('1231') AS fiscalYearEnd, NULL AS industryText FROM ${companies}`,
    )
    await stage.insertSelect(
      equityBars,
      barsSql(
        companies,
        `toUInt32(${today} - day * ${DAY_SEC})`,
        `range(toUInt32(${Math.round(size.years * 365)}))`,
        `toDayOfWeek(toDate(fromUnixTimestamp(atSec))) <= 5`,
      ),
    )
    const perDay = `toUInt32(${today} - intDiv(day, 78) * ${DAY_SEC} + 52200 + day % 78 * 300)`
    await stage.insertSelect(
      equityIntraday,
      barsSql(
        companies,
        perDay,
        `range(toUInt32(${size.intradayDays * 78}))`,
        `toDayOfWeek(toDate(fromUnixTimestamp(atSec))) <= 5 AND atSec <= ${size.untilSec}`,
      ),
    )
    for (const quarter of quartersUntil(today, size.years)) {
      await stage.insertSelect(companyFacts, figuresSql(companies, quarter))
      await stage.insertSelect(equityFilings, filingsSql(companies, quarter))
    }
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  // The state a table reaches by itself a while after an import: its parts merged.
  for (const fact of [equityBars, equityIntraday, companyFacts, equityFilings])
    await store.engine.command(`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  await store.close()
}

function barsSql(companies: string, atSec: string, steps: string, where: string): string {
  return `SELECT ticker, country, atSec, open, high, low, close, volume FROM (
      SELECT ${TICKER} AS ticker, 'US' AS country, ${atSec} AS atSec, 20 + company % 100 + (cityHash64(company, atSec) % 1000) / 500 AS close,
        close AS open, close + 1 AS high, close - 1 AS low, toFloat64(1000 + company) AS volume
      FROM ${companies} ARRAY JOIN ${steps} AS day) WHERE ${where}`
}

interface Quarter {
  year: number
  quarter: number
  start: string
  yearStart: string
  end: string
  filed: string
  again: string
}

function quartersUntil(todaySec: number, years: number): Quarter[] {
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const lastYear = new Date(todaySec * 1000).getUTCFullYear()
  const quarters: Quarter[] = []
  for (let year = lastYear - years; year <= lastYear; year++) {
    for (let quarter = 1; quarter <= 4; quarter++) {
      const endMs = Date.UTC(year, quarter * 3, 0)
      const filedMs = endMs + 35 * DAY_SEC * 1000
      if (filedMs > todaySec * 1000) continue
      quarters.push({
        year,
        quarter,
        start: iso(Date.UTC(year, quarter * 3 - 3, 1)),
        yearStart: `${year}-01-01`,
        end: iso(endMs),
        filed: iso(filedMs),
        again: iso(filedMs + 365 * DAY_SEC * 1000),
      })
    }
  }
  return quarters
}

/** Figures of a quarter, each in its own filing and as a comparison in the one a year later. */
function figuresSql(companies: string, { year, quarter, start, yearStart, end, filed, again }: Quarter): string {
  const tuples = (lines: readonly LineName[], unit: string, from: string, times: number) =>
    lines.map((line, index) => `('${LINES[line].tags[0]}', '${unit}', '${from}', ${(index + 1) * times})`)
  const isYear = quarter === 4
  const parts = [
    ...tuples(FLOWS, 'USD', isYear ? yearStart : start, isYear ? 4e6 : 1e6),
    ...tuples(CASH, 'USD', yearStart, quarter * 1e6),
    ...tuples(BALANCES, 'USD', end, 1e7),
    ...tuples(SHARES, 'shares', end, 1e7),
  ]
  const filings = [filed, again].map((date, index) => `('${date}', concat(${CIK}, '-${year}-${quarter}-${index}'))`)
  return `SELECT ${CIK} AS cik, figure.1 AS tag, figure.2 AS unit, '${end}' AS periodEnd, figure.3 AS periodStart, filing.2 AS accession,
      toFloat64(figure.4 * (1 + company % 50)) AS value, filing.1 AS filed, '${isYear ? '10-K' : '10-Q'}' AS form
    FROM ${companies} ARRAY JOIN [${parts.join(', ')}] AS figure ARRAY JOIN [${filings.join(', ')}] AS filing`
}

/** A release, the report, and some filings about other things. */
function filingsSql(companies: string, { year, quarter, end, filed }: Quarter): string {
  const at = Date.parse(`${filed}T21:05:00Z`) / 1000
  const kinds = [
    `('8-K', '2.02,9.01', ${at - 3 * DAY_SEC}, '')`,
    `('${quarter === 4 ? '10-K' : '10-Q'}', '', ${at}, '${end}')`,
    ...Array.from({ length: 8 }, (_, index) => `('4', '', ${at - index * DAY_SEC}, '')`),
  ]
  return `SELECT ${CIK} AS cik, concat(${CIK}, '-${year}-${quarter}-', toString(place)) AS accession, kind.1 AS form,
      toString(toDate(fromUnixTimestamp(toInt64(kind.3) + company % 5 * 86400))) AS filingDate, if(kind.4 = '', NULL, kind.4) AS reportDate,
      toNullable(toInt64(kind.3) + company % 5 * 86400) AS acceptedSec, toNullable(kind.2) AS items, NULL AS primaryDocumentUrl, NULL AS documentDescription
    FROM ${companies} ARRAY JOIN [${kinds.join(', ')}] AS kind, arrayEnumerate([${kinds.join(', ')}]) AS place`
}

const TAGS = 340
const ENTRIES = 26

/** Files as the regulator publishes them, of about two megabytes each; returns their size together. */
export function writeCompanyFacts(folder: string, count: number): number {
  mkdirSync(folder, { recursive: true })
  const known = Object.values(LINES).flatMap(({ tags }) => tags.filter((tag) => tag.startsWith('us-gaap:')).slice(0, 1))
  let bytes = 0
  for (let file = 0; file < count; file++) {
    const concepts: Record<string, unknown> = {}
    for (let tag = 0; tag < TAGS; tag++) {
      const name = known[tag]?.slice('us-gaap:'.length) ?? `SomethingElseThatCompaniesReportNumber${tag}`
      const entries = Array.from({ length: ENTRIES }, (_, index) => {
        const year = 2010 + Math.floor(index / 2)
        const form = { fy: year, fp: 'FY', form: '10-K', filed: `${year + 1}-02-${10 + (index % 2)}`, frame: `CY${year}` }
        return {
          start: `${year}-01-01`,
          end: `${year}-12-31`,
          val: 1_000_000 + tag * 1_000 + index + file,
          accn: `${String(file).padStart(10, '0')}-${year}-${index % 2}`,
          ...form,
        }
      })
      concepts[name] = {
        label: `Label of ${name}`,
        description: 'A sentence or two that say what the figure is. '.repeat(4),
        units: { USD: entries },
      }
    }
    const text = JSON.stringify({ cik: file + 1, entityName: `COMPANY ${file}`, facts: { 'us-gaap': concepts } })
    writeFileSync(join(folder, `CIK${String(file + 1).padStart(10, '0')}.json`), text)
    bytes += text.length
  }
  return bytes
}
