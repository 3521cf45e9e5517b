import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { backtestCadence } from '../../domains/equities/derive/earnings/earnings-for-tests.ts'
import { quarterNumber } from '../../domains/equities/derive/earnings/fiscal-quarter.ts'
import { equityBars, equityIntraday } from '../../domains/equities/facts.ts'
import { bodyOf } from '../../domains/equities/facts-for-tests.ts'
import { readEvents } from '../../domains/equities/read/earnings.ts'
import { literal, sql } from '../../lib/sql.ts'
import { tableOf } from '../../store/tables.ts'
import { createDemo } from '../demo-world.ts'
import { goneCompany, listCompanies } from './companies.ts'
import { equitiesDemo } from './index.ts'

interface Row {
  sector: string
  sectorSlug: string
  weight: number
  marketCap: number
}
interface Periods {
  periodEnding: string[]
  values: (number | null)[][]
}
type Statements = Record<string, { labels: string[]; quarterly: Periods; annual: Periods }>

const COMPANIES = listCompanies()
const SAMPLE = COMPANIES.filter(
  ({ number, hasWeeklyYear, restates }) => number % 29 === 0 || hasWeeklyYear || restates,
)
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  // This domain's part alone: it depends on no other.
  await createDemo(app.app.store, app.app.clock, [equitiesDemo])
})

afterAll(() => app.stop())

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)
const rowOf = ({ labels }: { labels: string[] }, { values }: Periods, label: string) =>
  values[labels.indexOf(label)] ?? []

test('default: a market of 400 companies in twelve countries, eleven sectors and 140 industries', async () => {
  const listed = await bodyOf<{ country: string }[]>(app, '/equities/v1/companies-list')
  // One company has two share classes.
  expect(listed.length).toBe(401)
  expect(new Set(listed.map(({ country }) => country)).size).toBe(12)
  const overview = await bodyOf<{
    sectorCount: number
    industryCount: number
    companyCount: number
  }>(app, '/equities/v1/sectors-overview')
  expect(overview).toMatchObject({ sectorCount: 11, industryCount: 140, companyCount: 323 })
})

test('behavior: weights sum to 100; industries add up to sectors, sectors and companies to the market', async () => {
  const sectors = await bodyOf<Row[]>(app, '/equities/v1/sectors')
  const industries = await bodyOf<Row[]>(app, '/equities/v1/industries')
  const market = await bodyOf<{ marketCap: number }>(app, '/equities/v1/sectors-overview')
  expect(sum(sectors.map(({ weight }) => weight))).toBeCloseTo(100, 8)
  expect(sum(sectors.map(({ marketCap }) => marketCap)) / market.marketCap).toBeCloseTo(1, 9)
  for (const { sectorSlug, marketCap } of sectors)
    expect(
      sum(industries.filter((row) => row.sectorSlug === sectorSlug).map((row) => row.marketCap)) /
        marketCap,
    ).toBeCloseTo(1, 9)
  const caps = []
  for (const { ticker } of COMPANIES.filter(
    ({ country, sector }) => country === 'US' && sector === 'Utilities',
  ))
    caps.push(
      (await bodyOf<{ marketCap: number }>(app, `/equities/v1/summary?ticker=${ticker}&country=US`))
        .marketCap,
    )
  expect(
    sum(caps) / (sectors.find(({ sectorSlug }) => sectorSlug === 'utilities')?.marketCap ?? 0),
  ).toBeCloseTo(1, 9)
})

test('behavior: companies are listed by market cap in dollars', async () => {
  const [first, second] = await bodyOf<{ ticker: string; country: string }[]>(
    app,
    '/equities/v1/companies-list',
  )
  const capOf = async (one: { ticker: string; country: string } | undefined) =>
    (
      await bodyOf<{ marketCap: number }>(
        app,
        `/equities/v1/summary?ticker=${one?.ticker}&country=${one?.country}`,
      )
    ).marketCap
  expect(first?.country).toBe('US')
  expect(await capOf(first)).toBeGreaterThanOrEqual(await capOf(second))
})

test('behavior: five years of daily bars, and five-minute bars of the last sessions only', async () => {
  const days = await bodyOf<[string, number][]>(
    app,
    `/equities/v1/price-history?ticker=${COMPANIES[0]?.ticker}&country=US`,
  )
  // Five years are 1,826 days, of which five in seven are weekdays: 1,304. The exchanges were closed
  // on 49 of them: 8 in the rest of 2021, then 9, 10, 10, 11 with a funeral, and New Year 2026.
  expect(Math.abs(days.length - 1_255)).toBeLessThanOrEqual(2)
  const [span] = await app.app.store.engine.query<{ days: number }>(
    sql`SELECT uniqExact(intDiv(atSec, 86400)) AS days FROM ${tableOf(equityIntraday)}`,
  )
  expect(span?.days).toBeLessThanOrEqual(11)
})

test('behavior: a ticker that was given to another company shows the new one alone', async () => {
  const { ticker, cik } = goneCompany()
  const [bars] = await app.app.store.engine.query<{ first: number }>(
    sql`SELECT min(atSec) AS first FROM ${tableOf(equityBars)} WHERE ticker = ${literal(ticker)} AND country = 'US'`,
  )
  const prices = await bodyOf<[string, number][]>(
    app,
    `/equities/v1/price-history?ticker=${ticker}&country=US`,
  )
  const oldest = Date.parse(prices.at(-1)?.[0] ?? '') / 1000
  expect(oldest - (bars?.first ?? 0)).toBeGreaterThan(3 * 365 * 86_400)
  const filings = await bodyOf<{ filingDate: string; primaryDocumentUrl: string }[]>(
    app,
    `/equities/v1/filings?ticker=${ticker}&country=US`,
  )
  expect(filings.length).toBeGreaterThan(5)
  expect(filings.filter(({ primaryDocumentUrl }) => primaryDocumentUrl.includes(cik))).toEqual([])
})

test('behavior: amended reports and those of foreign filers are among the filings', async () => {
  const formsOf = async (ticker = '') => {
    const filings = await bodyOf<{ form: string }[]>(
      app,
      `/equities/v1/filings?ticker=${ticker}&country=US`,
    )
    return [...new Set(filings.map(({ form }) => form))].sort()
  }
  expect(await formsOf(COMPANIES.find(({ restates }) => restates)?.ticker)).toContain('10-K/A')
  expect(
    await formsOf(
      COMPANIES.find(({ isForeignFiler, country }) => isForeignFiler && country === 'US')?.ticker,
    ),
  ).toEqual(['20-F', '6-K'])
})

test('behavior: statements add up: quarters to years, costs to income, both sides of the balance sheet', async () => {
  for (const { ticker, country } of SAMPLE) {
    const { incomeStatement, balanceSheet, cashflow } = await bodyOf<Statements>(
      app,
      `/equities/v1/statements?ticker=${ticker}&country=${country}`,
    )
    if (incomeStatement === undefined || balanceSheet === undefined || cashflow === undefined)
      throw new Error(ticker)
    expect(incomeStatement.quarterly.periodEnding.length, ticker).toBeGreaterThanOrEqual(20)
    expect(incomeStatement.annual.periodEnding.length, ticker).toBeGreaterThanOrEqual(5)
    for (const [statement, label] of [
      [incomeStatement, 'Revenue'],
      [incomeStatement, 'Gross Profit'],
      [incomeStatement, 'Net Income'],
      [cashflow, 'Net Cash Flow'],
    ] as const) {
      const { annual, quarterly } = statement
      annual.periodEnding.forEach((end, index) => {
        const last = quarterly.periodEnding.indexOf(end)
        const four = rowOf(statement, quarterly, label).slice(last - 3, last + 1)
        expect([ticker, label, end, sum(four)]).toEqual([
          ticker,
          label,
          end,
          rowOf(statement, annual, label)[index],
        ])
      })
    }
    const balance = (label: string) => rowOf(balanceSheet, balanceSheet.quarterly, label)
    balance('Total Assets').forEach((assets, index) => {
      expect(
        sum([balance('Total Liabilities')[index] ?? null, balance('Total Equity')[index] ?? null]),
        ticker,
      ).toBe(assets)
    })
  }
})

test('behavior: five-minute bars are within the daily bar of their day, and close with it', async () => {
  const [checked] = await app.app.store.engine.query<{
    days: number
    outside: number
    off: number
  }>(
    sql`SELECT count() AS days, countIf(top > high * 1.0001 OR bottom < low * 0.9999) AS outside, max(abs(last / close - 1)) AS off
     FROM (SELECT ticker, country, intDiv(atSec, 86400) * 86400 AS day, max(high) AS top, min(low) AS bottom, argMax(close, atSec) AS last, count() AS bars
       FROM ${tableOf(equityIntraday)} GROUP BY ALL HAVING bars = 78) AS fine
     JOIN (SELECT ticker, country, toUInt64(atSec) AS day, high, low, close FROM ${tableOf(equityBars)}) AS daily USING (ticker, country, day)`,
  )
  expect(checked?.days).toBeGreaterThan(300)
  expect(checked?.outside).toBe(0)
  expect(checked?.off).toBeLessThan(1e-9)
})

test('behavior: a split leaves no jump in the history', async () => {
  const ticker = COMPANIES[2]?.ticker
  const prices = (
    await bodyOf<[string, number][]>(app, `/equities/v1/price-history?ticker=${ticker}&country=US`)
  ).map(([, price]) => price)
  const jumps = prices
    .slice(1)
    .map((price, index) => Math.abs(price / (prices[index] ?? price) - 1))
  expect(prices.length).toBeGreaterThan(1_250)
  expect(Math.max(...jumps)).toBeLessThan(0.2)
})

test('behavior: the calendar’s estimates hold: at least nine in ten reports fall within the drift a quarter earlier', async () => {
  const events = await readEvents(app.app.store.snapshot(), 'all')
  const results = [...events.values()].map((ofCompany) =>
    backtestCadence(
      ofCompany
        .filter(({ status }) => status !== 'estimated')
        .map(({ fiscal, endDay, reportDay }) => ({
          number: quarterNumber(fiscal),
          endDay,
          reportDay,
        })),
    ),
  )
  const checked = sum(results.map((result) => result.checked))
  expect(checked).toBeGreaterThan(5_000)
  expect(sum(results.map((result) => result.within)) / checked).toBeGreaterThanOrEqual(0.9)
})
