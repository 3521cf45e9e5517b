import { facts } from '../../src/app.ts'
import {
  LINES,
  type LineName,
} from '../../src/domains/equities/derive/statements/statement-lines.ts'
import {
  companyFacts,
  equityBars,
  equityFilers,
  equityFilings,
  equityIntraday,
  equityListings,
  equityProfiles,
} from '../../src/domains/equities/facts.ts'
import { createClock, DAY_SEC, dayStart } from '../../src/lib/clock.ts'
import { identifier, type Sql, sql } from '../../src/lib/sql.ts'
import { commitRun } from '../../src/runs/run.ts'
import type { Stage } from '../../src/runs/stage.ts'
import type { Engine } from '../../src/store/engine.ts'
import { Store } from '../../src/store/store.ts'
import { DATABASE, tableOf } from '../../src/store/tables.ts'

export interface EquitySize {
  companies: number
  years: number
  intradayDays: number
  untilSec: number
}

export const tickerOf = (number: number): string => `T${String(number).padStart(5, '0')}`

const TICKER = sql`concat('T', leftPad(toString(company), 5, '0'))`
const CIK = sql`leftPad(toString(company + 1), 10, '0')`
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

/**
 * Fills a fresh data directory with made-up companies: bars, filings and figures of every quarter,
 * inside the engine.
 */
export async function fillEquities(dataDir: string, size: EquitySize): Promise<void> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await fillNames(stage, size)
    await fillBars(stage, size)
    await fillReports(stage, store.engine, size)
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  // The state a table reaches by itself a while after an import: its parts merged.
  for (const fact of [equityBars, equityIntraday, companyFacts, equityFilings])
    await store.engine.command(sql`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  await store.close()
}

const companiesOf = ({ companies }: EquitySize) =>
  sql`(SELECT toUInt32(number) AS company FROM numbers(${companies}))`

async function fillNames(stage: Stage, size: EquitySize): Promise<void> {
  await stage.insertSelect(
    equityListings,
    sql`SELECT ${TICKER} AS ticker, 'US' AS country, toNullable(${CIK}) AS cik, concat('Company ', toString(company)) AS companyName, NULL AS exchange,
       toNullable('USD') AS currency, toNullable(toInt64(0)) AS rank, NULL AS listedFromSec, NULL AS delistedSec FROM ${companiesOf(size)}`,
  )
  await stage.insertSelect(
    equityProfiles,
    sql`SELECT ${TICKER} AS ticker, 'US' AS country, toNullable(concat('Sector ', toString(company % 11))) AS sector,
       toNullable(concat('Industry ', toString(company % 140))) AS industry, toNullable(toInt64(1000)) AS employees, NULL AS description, NULL AS floatShares FROM ${companiesOf(size)}`,
  )
  await stage.insertSelect(
    equityFilers,
    sql`SELECT ${CIK} AS cik, 'Company' AS name, toNullable('1231') AS fiscalYearEnd, NULL AS industryText FROM ${companiesOf(size)}`,
  )
}

/**
 * Rows come in the order of their table, company by company and day by day: the engine has nothing
 * to sort and little to merge.
 */
async function fillBars(stage: Stage, size: EquitySize): Promise<void> {
  const today = dayStart(size.untilSec)
  const days = Math.round(size.years * 365)
  await stage.insertSelect(
    equityBars,
    barsSql(size, sql`toUInt32(${today - (days - 1) * DAY_SEC} + step * ${DAY_SEC})`, days),
    WIDE,
  )
  const firstSec = today - (size.intradayDays - 1) * DAY_SEC + OPEN_SEC
  const minutes = sql`toUInt32(${firstSec} + intDiv(step, ${SESSION_BARS}) * ${DAY_SEC} + step % ${SESSION_BARS} * 300)`
  await stage.insertSelect(
    equityIntraday,
    barsSql(size, minutes, size.intradayDays * SESSION_BARS),
    WIDE,
  )
}

const OPEN_SEC = 52_200
const SESSION_BARS = 78
// Several parts side by side, since tens of millions of rows are written.
const WIDE = { threads: 2 }

function barsSql(size: EquitySize, atSec: Sql, steps: number): Sql {
  return sql`SELECT ticker, country, atSec, open, high, low, close, volume FROM (
      SELECT ${TICKER} AS ticker, 'US' AS country, ${atSec} AS atSec, 20 + company % 100 + (cityHash64(company, atSec) % 1000) / 500 AS close,
        close AS open, close + 1 AS high, close - 1 AS low, toFloat64(1000 + company) AS volume
      FROM ${companiesOf(size)} ARRAY JOIN range(toUInt32(${steps})) AS step)
    WHERE toDayOfWeek(toDate(fromUnixTimestamp(atSec))) <= 5 AND atSec <= ${size.untilSec}`
}

/**
 * What every company reports, written down once in the order of the tables, and then made for each
 * of them.
 */
async function fillReports(stage: Stage, engine: Engine, size: EquitySize): Promise<void> {
  const quarters = quartersUntil(dayStart(size.untilSec), size.years)
  const [figures, filings] = [
    identifier(DATABASE, 'stage_bench_figures'),
    identifier(DATABASE, 'stage_bench_filings'),
  ]
  await engine.command(
    sql`CREATE TABLE ${figures} (tag String, unit String, periodEnd String, periodStart String, suffix String, times Float64, filed String, form String) ENGINE = Memory`,
  )
  await engine.insert(figures, quarters.flatMap(figuresOf).toSorted(inTableOrder))
  await stage.insertSelect(
    companyFacts,
    sql`SELECT ${CIK} AS cik, tag, unit, periodEnd, periodStart, concat(${CIK}, suffix) AS accession, times * (1 + company % 50) AS value, filed, form
     FROM ${companiesOf(size)} AS companies CROSS JOIN ${figures} AS figures`,
    WIDE,
  )
  await engine.command(
    sql`CREATE TABLE ${filings} (suffix String, form String, items String, acceptedSec Int64, reportDate Nullable(String)) ENGINE = Memory`,
  )
  await engine.insert(filings, quarters.flatMap(filingsOf))
  await stage.insertSelect(
    equityFilings,
    sql`SELECT ${CIK} AS cik, concat(${CIK}, suffix) AS accession, form, toString(toDate(fromUnixTimestamp(acceptedSec + company % 5 * 86400))) AS filingDate, reportDate,
       toNullable(filings.acceptedSec + company % 5 * 86400) AS acceptedSec, toNullable(items) AS items, NULL AS primaryDocumentUrl, NULL AS documentDescription
     FROM ${companiesOf(size)} AS companies CROSS JOIN ${filings} AS filings`,
    WIDE,
  )
  for (const table of [figures, filings]) await engine.command(sql`DROP TABLE ${table} SYNC`)
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

interface ReportedFigure {
  tag: string
  unit: string
  periodEnd: string
  periodStart: string
  suffix: string
  times: number
  filed: string
  form: string
}

/** Figures of a quarter, each in its own filing and as a comparison in the one a year later. */
function figuresOf({
  year,
  quarter,
  start,
  yearStart,
  end,
  filed,
  again,
}: Quarter): ReportedFigure[] {
  const isYear = quarter === 4
  const of = (lines: readonly LineName[], unit: string, periodStart: string, times: number) =>
    lines.map((line, index) => ({
      tag: LINES[line].tags[0] ?? '',
      unit,
      periodEnd: end,
      periodStart,
      times: (index + 1) * times,
    }))
  const figures = [
    ...of(FLOWS, 'USD', isYear ? yearStart : start, isYear ? 4e6 : 1e6),
    ...of(CASH, 'USD', yearStart, quarter * 1e6),
    ...of(BALANCES, 'USD', end, 1e7),
    ...of(SHARES, 'shares', end, 1e7),
  ]
  return [filed, again].flatMap((date, index) =>
    figures.map((figure) => ({
      ...figure,
      suffix: `-${year}-${quarter}-${index}`,
      filed: date,
      form: isYear ? '10-K' : '10-Q',
    })),
  )
}

function inTableOrder(a: ReportedFigure, b: ReportedFigure): number {
  const order = ({ tag, unit, periodEnd, periodStart, suffix }: ReportedFigure) =>
    [tag, unit, periodEnd, periodStart, suffix].join(' ')
  return order(a) < order(b) ? -1 : 1
}

/** A release, the report, and some filings about other things. */
function filingsOf({ year, quarter, end, filed }: Quarter): object[] {
  const atSec = Date.parse(`${filed}T21:05:00Z`) / 1000
  const kinds = [
    { form: '8-K', items: '2.02,9.01', acceptedSec: atSec - 3 * DAY_SEC, reportDate: null },
    { form: quarter === 4 ? '10-K' : '10-Q', items: '', acceptedSec: atSec, reportDate: end },
    ...Array.from({ length: 8 }, (_, index) => ({
      form: '4',
      items: '',
      acceptedSec: atSec - index * DAY_SEC,
      reportDate: null,
    })),
  ]
  return kinds.map((kind, place) => ({ ...kind, suffix: `-${year}-${quarter}-${place}` }))
}
