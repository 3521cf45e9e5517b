import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { at, bodyOf } from './facts-for-tests.ts'
import { getFlows } from './routes/get-flows.ts'
import { getHistory } from './routes/get-history.ts'
import { getOverview } from './routes/get-overview.ts'
import { getSnapshot } from './routes/get-snapshot.ts'

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

test('default: three files make funds, days and a split, whatever their spelling', async () => {
  await importCsv('etfs', [
    'ticker,asset,issuer,feePct',
    ' tarnb ,Aggregator:Bitcoin,Tarnwood Capital,0.25',
  ])
  await importCsv('etf_splits', ['ticker,atSec,ratio', 'tarnB,2026-01-13T15:00:00Z,2'])
  const summary = await importCsv('etf_days', [
    'ticker,atSec,navUsd,shares,aumUsd,asOfSec',
    `TARNB,2026-01-12,100,1000,100000,${at(2, 21)}`,
    // Any timestamp of a day is that day.
    'tarnb,2026-01-13T21:05:00Z,51,2020,103020,',
  ])
  expect(summary).toMatchObject({ accepted: 2, rejected: 0, held: 0 })
  expect(await bodyOf(app, '/etfs/history', getHistory)).toMatchObject([
    {
      timestamp: at(2),
      timestamp_exact: at(2, 21),
      ticker: 'TARNB',
      shares: 1_000,
      price: null,
      flows: null,
    },
    // (2,020 − 1,000 × 2) × 51.
    {
      timestamp: at(1),
      timestamp_exact: null,
      ticker: 'TARNB',
      shares: 2_020,
      flows: 1_020,
      flows_source: 'computed',
    },
  ])
  expect(await bodyOf(app, '/etfs/overview', getOverview)).toMatchObject([
    { asset: 'bitcoin', issuer: 'Tarnwood Capital', pct_fee: 0.25 },
  ])
  expect(await bodyOf(app, '/etfs/flows', getFlows)).toMatchObject([
    { aggregator_id: 'bitcoin' },
    { total_flow_usd: 1_020 },
  ])
})

test('behavior: figures that cannot be are rejected, with reasons', async () => {
  const summary = await importCsv('etf_days', [
    'ticker,atSec,priceUsd,shares,asOfSec',
    'GOOD,2026-01-12,0,0,',
    'BAD1,2026-01-12,-1,,',
    'BAD2,2026-01-12,,-5,',
    'BAD3,2026-01-12,abc,,',
    'BAD4,2026-01-12,,,1.5',
    'BAD5,someday,,,',
    ',2026-01-12,1,,',
  ])
  expect(summary).toMatchObject({ accepted: 1, rejected: 6 })
  const reasons = await readFile(summary.rejectsFile ?? '', 'utf8')
  for (const reason of [
    'priceUsd: below 0',
    'shares: below 0',
    'priceUsd: not a number',
    'asOfSec',
    'atSec: not a time',
    'ticker: missing',
  ]) {
    expect(reasons).toContain(reason)
  }
})

test('behavior: two rows of one fund and day that disagree are rejected', async () => {
  const lines = [
    'ticker,atSec,shares',
    'TWICE,2026-01-12T10:00:00Z,1',
    'twice,2026-01-12T22:00:00Z,2',
    'ONCE,2026-01-12,1',
  ]
  expect(await importCsv('etf_days', lines)).toMatchObject({ accepted: 1, rejected: 2 })
})

test('behavior: figures too large, or that do not fit together, are held', async () => {
  const rows = [
    // ticker, net asset value, shares, assets, flow, held?
    ['A-TRILLION', '', '', '1e12', '', false],
    ['MORE', '', '', '1.1e12', '', true],
    ['LARGE-FLOW', '', '', '', '-1.1e12', true],
    // 10 × 1,000 = 10,000: from half of it to twice as much will do; less, and shares may be
    // counted in thousands.
    ['HALF', '10', '1000', '5000', '', false],
    ['UNDER-HALF', '10', '1000', '4999', '', true],
    ['TWICE', '10', '1000', '20000', '', false],
    ['OVER-TWICE', '10', '1000', '20001', '', true],
    ['EMPTY', '10', '0', '0', '', false],
    ['WITHOUT-SHARES', '10', '0', '1', '', true],
    ['UNKNOWN', '10', '', '1', '', false],
  ] as const
  const lines = rows.map(
    ([ticker, nav, shares, aum, flow]) => `${ticker},2026-01-12,${nav},${shares},${aum},${flow}`,
  )
  const summary = await importCsv('etf_days', [
    'ticker,atSec,navUsd,shares,aumUsd,flowsUsd',
    ...lines,
  ])
  expect(summary).toMatchObject({ held: 5, rejected: 0, accepted: 5 })
  const served = new Set(
    (await bodyOf(app, '/etfs/snapshot', getSnapshot)).map(({ ticker }) => ticker),
  )
  expect(rows.map(([ticker]) => [ticker, !served.has(ticker)])).toEqual(
    rows.map(([ticker, , , , , held]) => [ticker, held]),
  )
})

test('behavior: a fee is a percentage and a split a ratio above 0', async () => {
  expect(
    await importCsv('etfs', [
      'ticker,asset,feePct',
      'A,bitcoin,100',
      'B,bitcoin,100.1',
      'C,bitcoin,-1',
      'D,,1',
    ]),
  ).toMatchObject({
    accepted: 1,
    rejected: 3,
  })
  expect(
    await importCsv('etf_splits', [
      'ticker,atSec,ratio',
      'A,2026-01-12,0.1',
      'B,2026-01-12,0',
      'C,2026-01-12,-2',
      'D,2026-01-12,',
    ]),
  ).toMatchObject({ accepted: 1, rejected: 3 })
})
