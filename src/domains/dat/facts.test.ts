import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { importFiles } from '../../runs/import/import-files.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Imports lines of CSV as the command line does. */
async function importCsv(fact: string, lines: readonly string[]) {
  const path = join(app.dataDir, `${fact}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, { fact, files: [path], rejectsDir: app.dataDir })
}

const HEAD =
  'id,institution,asset,amount,avgPriceUsd,usdValue,startDate,endDate,reportDate,type,approved'

test('default: spellings are brought into one, and the service answers from what was imported', async () => {
  await importCsv('dat_institutions', [
    'institution,ticker,country,name,type',
    '7, xyz ,us,Example Inc.,Stock',
  ])
  await importCsv('dat_transactions', [
    HEAD,
    '1,7,Aggregator:Bitcoin,2,,100,,2026-01-02,2026-01-05,Purchase,true',
  ])
  expect((await app.get('/dat/institutions/XYZ', { pro: true })).body).toMatchObject({
    ticker: 'XYZ',
    assets: { bitcoin: { amount: 2, cost: 100 } },
    transactions: [
      { type: 'purchase', start_date: null, end_date: '2026-01-02', report_date: '2026-01-05' },
    ],
  })
})

test.each([
  ['an unknown type', '2,7,bitcoin,1,,,,,2026-01-05,gift,true'],
  ['a day in another form', '3,7,bitcoin,1,,,,,05.01.2026,sale,true'],
  ['a day that does not exist', '4,7,bitcoin,1,,,,2026-02-31,2026-01-05,sale,true'],
  ['an end before its start', '5,7,bitcoin,1,,,2026-01-04,2026-01-03,2026-01-05,sale,true'],
  ['over a trillion', '6,7,bitcoin,1,,2e12,,,2026-01-05,sale,true'],
  ['a value that is not amount × price', '7,7,bitcoin,2,50,300,,,2026-01-05,sale,true'],
])('behavior: a transaction with %s is held', async (_, row) => {
  expect(await importCsv('dat_transactions', [HEAD, row])).toMatchObject({
    accepted: 0,
    held: 1,
    rejected: 0,
  })
})

test('behavior: negative amounts, ids below 1 and texts for numbers are rejected; what is at the edge is taken', async () => {
  const rows = [
    '8,7,bitcoin,-1,,,,,2026-01-05,sale,true',
    '0,7,bitcoin,1,,,,,2026-01-05,sale,true',
    '9,7,bitcoin,many,,,,,2026-01-05,sale,true',
  ]
  const right = '10,7,bitcoin,2,50,200,2026-01-05,2026-01-05,2026-01-05,sale,false'
  expect(await importCsv('dat_transactions', [HEAD, ...rows, right])).toMatchObject({
    accepted: 1,
    held: 0,
    rejected: 3,
  })
})

test('behavior: share counts must grow from realized to max, and belong to a day', async () => {
  const head = 'institution,atSec,realized,realistic,max'
  expect(
    await importCsv('dat_shares', [
      head,
      '7,1768000000,10,9,12',
      '7,1768100000,10,,9',
      '7,1768200000,10,10,10',
    ]),
  ).toMatchObject({
    accepted: 1,
    held: 2,
  })
  expect((await app.get('/dat/institutions/XYZ', { pro: true })).body).toMatchObject({
    fd_realized: '10',
    fd_max: '10',
  })
})

test('behavior: a country that is not two letters is held, none is fine', async () => {
  const head = 'institution,ticker,country,name,type'
  expect(
    await importCsv('dat_institutions', [head, '8,AB,USA,A,Stock', '9,AC,,B,Private']),
  ).toMatchObject({ accepted: 1, held: 1 })
})
