import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import type { Fact } from '../../store/fact.ts'
import { companyFacts, equityBars, equityFilings, equityListings, equitySplits } from './facts.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Imports lines of CSV as the command line does. */
async function importCsv(fact: Fact, lines: readonly string[]) {
  const path = join(app.dataDir, `${fact.name}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, {
    fact: fact.name,
    files: [path],
    rejectsDir: app.dataDir,
  })
}

const rowsOf = (fact: Fact, columns: Sql) => {
  const snapshot = app.app.store.snapshot()
  return snapshot.query<Record<string, unknown>>(
    sql`SELECT ${columns} FROM ${snapshot.current(fact)} ORDER BY ALL`,
  )
}

test('behavior: listings are spelled one way: upper case, ten digits; a country is two letters', async () => {
  const summary = await importCsv(equityListings, [
    'ticker,country,cik,companyName,currency',
    ' abc ,us,320193,Example One,usd',
    'XYZ,jp,JP-7203,Example Two,',
    'BAD,United States,1,Example Three,',
  ])
  expect(summary).toMatchObject({ accepted: 2, held: 1, rejected: 0 })
  expect(await rowsOf(equityListings, sql`ticker, country, cik, currency, rank`)).toEqual([
    { ticker: 'ABC', country: 'US', cik: '0000320193', currency: 'USD', rank: null },
    { ticker: 'XYZ', country: 'JP', cik: 'JP-7203', currency: null, rank: null },
  ])
})

test('behavior: figures need real dates in order', async () => {
  const summary = await importCsv(companyFacts, [
    'cik,tag,unit,periodEnd,periodStart,accession,value,filed,form',
    '1,us-gaap:Revenues,USD,2025-12-31,2025-10-01,a-1,100,2026-02-01,10-K',
    '1,us-gaap:Assets,USD,2025-12-31,2025-12-31,a-1,100,2026-02-01,10-K',
    '1,us-gaap:Revenues,USD,31.12.2025,2025-10-01,a-1,100,2026-02-01,10-K',
    '1,us-gaap:Revenues,USD,2025-12-31,2026-01-01,a-1,100,2026-02-01,10-K',
    '1,us-gaap:Revenues,USD,2025-09-30,2025-07-01,a-1,much,2026-02-01,10-K',
  ])
  expect(summary).toMatchObject({ accepted: 2, held: 2, rejected: 1 })
})

test('behavior: a daily bar is stamped with its date; one whose high is below its low is held', async () => {
  const summary = await importCsv(equityBars, [
    'ticker,country,atSec,open,high,low,close,volume',
    'abc,US,2026-01-13T21:00:00Z,10,12,9,11,1000',
    'abc,US,2026-01-12T21:00:00Z,10,8,9,11,1000',
    'abc,US,2026-01-09T21:00:00Z,-1,8,9,11,1000',
  ])
  expect(summary).toMatchObject({ accepted: 1, held: 1, rejected: 1 })
  expect(await rowsOf(equityBars, sql`ticker, atSec, close`)).toEqual([
    { ticker: 'ABC', atSec: Date.UTC(2026, 0, 13) / 1000, close: 11 },
  ])
})

test('behavior: a split needs a ratio above zero, a filing a day', async () => {
  expect(
    await importCsv(equitySplits, [
      'ticker,country,atSec,ratio',
      'abc,US,2026-01-13,4',
      'abc,US,2026-01-14,0',
    ]),
  ).toMatchObject({
    accepted: 1,
    rejected: 1,
  })
  const filings = [
    '1,a-1,10-K,2026-02-01,',
    '1,a-2,10-K,February,',
    '1,a-3,10-Q,2026-02-01,last year',
    '1,a-4,10-Q,2026-02-01,2025-12-31',
  ]
  expect(
    await importCsv(equityFilings, ['cik,accession,form,filingDate,reportDate', ...filings]),
  ).toMatchObject({ accepted: 2, held: 2 })
})

test('behavior: daily bars of closed days are held where the exchanges of New York are meant', async () => {
  const noon = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000
  const line = (country: string, date: string) => `HOL,${country},${noon(date)},1,1,1,1,0`
  const summary = await importCsv(equityBars, [
    'ticker,country,atSec,open,high,low,close,volume',
    line('us', '2025-12-24'),
    // Christmas, Good Friday, a funeral, a Saturday.
    line('us', '2025-12-25'),
    line('us', '2025-04-18'),
    line('US', '2025-01-09'),
    line('US', '2025-12-27'),
    line('US', '2025-12-26'),
    // Other exchanges have other holidays.
    line('JP', '2025-12-25'),
  ])
  expect(summary).toMatchObject({ accepted: 3, held: 4, rejected: 0 })
  const rows = await rowsOf(equityBars, sql`ticker, country, toString(toDate(atSec)) AS date`)
  expect(rows.filter(({ ticker }) => ticker === 'HOL')).toEqual([
    { ticker: 'HOL', country: 'JP', date: '2025-12-25' },
    { ticker: 'HOL', country: 'US', date: '2025-12-24' },
    { ticker: 'HOL', country: 'US', date: '2025-12-26' },
  ])
})
