import { cpSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { sources } from '../../../app.ts'
import { localOperations } from '../../../commands/operations.ts'
import { at } from '../../../lib/at.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { Progress } from '../../../runs/progress.ts'
import { makeZip } from '../../../sources/files/zip-for-tests.ts'
import type { Fact } from '../../../store/fact.ts'
import { companyFacts, equityFilers, equityFilings, equityListings } from '../facts.ts'

const RECORDED = join(import.meta.dirname, 'recorded')
const recorded = (name: string) => readFileSync(join(RECORDED, name), 'utf8')

const PERIOD = {
  start: '2023-01-01',
  end: '2023-12-31',
  accn: 'a',
  form: '10-K',
  filed: '2025-02-01',
}

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await TestApp.start()
  folder = join(app.dataDir, 'bulk')
  await mkdir(join(app.dataDir, 'empty'))
  cpSync(RECORDED, folder, { recursive: true })
})

afterAll(() => app.stop())

const importPaths = (
  paths: string[],
  more: { strict?: boolean; onProgress?: (progress: Progress) => void } = {},
) =>
  localOperations({
    store: app.app.store,
    clock: app.app.clock,
    sources,
    live: app.app.live,
    sql: app.app.sql,
    mirror: { mirrored: [], routes: [] },
  }).importFiles({
    fact: 'edgar',
    files: paths,
    rejectsDir: app.dataDir,
    ...more,
  })

const rowsOf = (fact: Fact, select: Sql) => {
  const snapshot = app.app.store.snapshot()
  return snapshot.query<Record<string, unknown>>(
    sql`SELECT ${select} FROM ${snapshot.current(fact)} ORDER BY ALL`,
  )
}

test('default: a folder is one run, with progress; the ticker list says whose a ticker is', async () => {
  await writeFile(
    join(folder, 'CIK0000900004.json'),
    JSON.stringify({
      cik: '0000900004',
      name: 'Gone Corp',
      tickers: ['REUSE'],
      exchanges: ['NYSE'],
      filings: { recent: {}, files: [] },
    }),
  )
  const steps: Progress[] = []
  const summary = await importPaths([folder], { onProgress: (step) => steps.push({ ...step }) })
  expect(summary).toMatchObject({ rejected: 0, held: 0, alreadyKnown: false })
  expect(await rowsOf(equityListings, sql`ticker, cik, companyName, exchange`)).toEqual([
    { ticker: 'FJRD', cik: '0000900002', companyName: 'Fjordlys ASA', exchange: null },
    { ticker: 'LNTN', cik: '0000900001', companyName: 'Lantern Stores Inc.', exchange: 'NYSE' },
    { ticker: 'LNTN-B', cik: '0000900001', companyName: 'Lantern Stores Inc.', exchange: 'NYSE' },
    { ticker: 'REUSE', cik: '0000900003', companyName: 'New Owner Corp', exchange: 'Nasdaq' },
  ])
  expect(await rowsOf(equityFilers, sql`cik, fiscalYearEnd`)).toEqual([
    { cik: '0000900001', fiscalYearEnd: '0201' },
    { cik: '0000900004', fiscalYearEnd: null },
  ])
  // Five recent filings and the two of the older page; the person's filing is not there.
  expect(await rowsOf(equityFilings, sql`count() AS filings, uniqExact(cik) AS companies`)).toEqual(
    [{ filings: 7, companies: 1 }],
  )
  // 8 + 5 + 4 + 4 + 2 + 1 + 1 of the retailer, 4 + 1 + 1 + 1 of the foreign filer.
  expect(
    await rowsOf(
      companyFacts,
      sql`countIf(cik = '0000900001') AS retailer, countIf(cik = '0000900002') AS foreign`,
    ),
  ).toEqual([{ retailer: 25, foreign: 7 }])
  // The four listings are written when all files have been read.
  expect(steps.at(-1)).toMatchObject({ phase: 'importing', rows: summary.accepted - 4 })
  expect(steps.at(-1)?.doneBytes).toBe(steps.at(-1)?.totalBytes)
})

test('behavior: the same as an archive is already known', async () => {
  const path = join(app.dataDir, 'bulk.zip')
  const names = [
    'submissions.json',
    'company-facts.json',
    'company-facts-foreign.json',
    'company_tickers_exchange.json',
    'submissions-person.json',
  ]
  const files = Object.fromEntries(
    [...names, 'CIK0000900001-submissions-001.json'].map((name) => [
      `edgar/${name}`,
      recorded(name),
    ]),
  )
  const gone = await readFile(join(folder, 'CIK0000900004.json'), 'utf8')
  await writeFile(path, makeZip({ ...files, 'CIK0000900004.json': gone }))
  expect(await importPaths([path])).toMatchObject({ alreadyKnown: true, accepted: 0 })
})

test('behavior: files that cannot be understood are named in the rejects; with strict they fail the run', async () => {
  const odd = join(app.dataDir, 'odd')
  await mkdir(odd)
  await writeFile(join(odd, 'broken.json'), '{"cik": 1')
  await writeFile(join(odd, 'other.json'), '{"hello": 1}')
  await writeFile(join(odd, 'page.json'), recorded('CIK0000900001-submissions-001.json'))
  await writeFile(
    join(odd, 'facts.json'),
    recorded('company-facts.json').replaceAll('900001', '900005'),
  )
  const summary = await importPaths([odd])
  expect(summary.rejected).toBe(3)
  expect(
    (await readFile(summary.rejectsFile ?? '', 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { file: 'broken.json', reason: 'not valid JSON' },
    { file: 'other.json', reason: 'neither submissions nor companyfacts nor a list of tickers' },
    {
      file: 'page.json',
      reason: 'a page of older filings must keep its name, which says whose they are',
    },
  ])
  await expect(importPaths([odd], { strict: true })).rejects.toThrow('broken.json: not valid JSON')
})

test('behavior: archives that contradict each other are named, and neither is taken', async () => {
  const facts = (value: number, other: number) =>
    JSON.stringify({
      cik: 900006,
      facts: {
        'us-gaap': {
          Revenues: {
            units: {
              USD: [
                { ...PERIOD, val: value },
                { ...PERIOD, end: '2024-12-31', start: '2024-01-01', accn: 'b', val: other },
              ],
            },
          },
        },
      },
    })
  const paths = ['one.zip', 'two.zip'].map((name) => join(app.dataDir, name))
  const name = 'CIK0000900006.json'
  // Both say 7 of one period; of the other one says 5 and one 6.
  await writeFile(at(paths, 0), makeZip({ [name]: facts(6, 7) }))
  await writeFile(at(paths, 1), makeZip({ [name]: facts(5, 7) }))
  const summary = await importPaths(paths)
  const figures = await rowsOf(companyFacts, sql`cik, periodEnd, value`)
  expect(figures.filter(({ cik }) => cik === '0000900006')).toEqual([
    { cik: '0000900006', periodEnd: '2024-12-31', value: 7 },
  ])
  expect(summary).toMatchObject({ rejected: 1, alreadyKnown: false })
  expect(JSON.parse(await readFile(summary.rejectsFile ?? '', 'utf8'))).toEqual({
    file: `one.zip/${name} and two.zip/${name}`,
    reason:
      'company_facts of cik 0000900006, tag us-gaap:Revenues, unit USD, periodEnd 2023-12-31, periodStart 2023-01-01, accession a has another value ("5" and "6"); neither is taken',
  })
  await expect(importPaths(paths, { strict: true })).rejects.toThrow('has another value')
})

test('behavior: a ticker that two lists give to two companies is nobody’s', async () => {
  const list = (cik: number) =>
    JSON.stringify({
      fields: ['cik', 'name', 'ticker', 'exchange'],
      data: [
        [cik, 'Owner', 'DSPT', 'NYSE'],
        [900_009, 'Agreed Corp', 'AGRD', null],
      ],
    })
  const folders = ['monday', 'tuesday'].map((name) => join(app.dataDir, name))
  for (const [index, path] of folders.entries()) {
    await mkdir(path)
    await writeFile(join(path, 'company_tickers_exchange.json'), list(900_007 + index))
  }
  const summary = await importPaths(folders)
  const known = await rowsOf(equityListings, sql`ticker, cik`)
  expect(known.filter(({ ticker }) => ticker === 'DSPT')).toEqual([])
  expect(known).toContainEqual({ ticker: 'AGRD', cik: '0000900009' })
  const file = 'company_tickers_exchange.json'
  expect(JSON.parse(await readFile(summary.rejectsFile ?? '', 'utf8'))).toEqual({
    file: `monday/${file} and tuesday/${file}`,
    reason:
      'equity_listings of ticker DSPT has another cik ("0000900007" and "0000900008"); neither is taken',
  })
})

test.each([
  ['there is nothing', () => join(app.dataDir, 'missing'), 'no such file or directory'],
  ['a folder has no JSON', () => join(app.dataDir, 'empty'), 'no .json files'],
  [
    'nothing in it is known',
    () => join(app.dataDir, 'odd', 'other.json'),
    'nothing was found in 1 files',
  ],
])('error: one line when %s', async (_, path, message) => {
  await expect(importPaths([path()])).rejects.toThrow(message)
})
