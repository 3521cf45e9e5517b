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

async function importCsv(lines: readonly string[]) {
  const path = join(app.dataDir, 'raises.csv')
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, {
    fact: 'raises',
    files: [path],
    rejectsDir: app.dataDir,
  })
}

const list = async () =>
  ((await app.get('/api/raises', { pro: true })).body as { raises: Record<string, unknown>[] })
    .raises

const HEADER =
  'reporter,report,atSec,name,amountMillionUsd,valuationMillionUsd,chains,leadInvestors,otherInvestors'

test('behavior: a file with dates, lists and chains by any name', async () => {
  expect(
    await importCsv([
      HEADER,
      'round-watch,1,2025-02-26,Example,12.5,,Binance|OP Mainnet|,North Fund | East,',
    ]),
  ).toMatchObject({
    accepted: 1,
    rejected: 0,
    held: 0,
  })
  expect(await list()).toMatchObject([
    {
      date: 1_740_528_000,
      amount: 12.5,
      valuation: null,
      chains: ['BSC', 'OP Mainnet'],
      leadInvestors: ['North Fund', 'East'],
      otherInvestors: [],
    },
  ])
})

test('behavior: what cannot be a round is rejected', async () => {
  const wrong = [
    'round-watch,w1,2025-01-01,,1,,,,',
    'round-watch,w3,soon,Example,1,,,,',
    'round-watch,w4,2025-01-01,Example,-1,,,,',
    'round-watch,w5,2025-01-01,Example,5m,,,,',
    'round-watch,w6,2025-01-01,Example,1,-2,,,',
  ]
  expect(
    await importCsv([HEADER, ...wrong, 'round-watch,right,2025-01-01,Right,0,,,,']),
  ).toMatchObject({ accepted: 1, rejected: 5 })
})

test('behavior: dollars written for millions, impossible valuations and dates before 2009 are held, the limits themselves are served', async () => {
  expect(
    await importCsv([
      HEADER,
      'round-watch,h1,2025-01-01,Dollars,5000000,,,,',
      'round-watch,h2,2025-01-01,Valued,1,1000001,,,',
      'round-watch,h3,2008-12-31,Old,1,,,,',
      'round-watch,h4,2009-01-01,Largest,20000,1000000,,,',
    ]),
  ).toMatchObject({ accepted: 1, held: 3 })
  expect((await list()).map(({ name }) => name)).toEqual(['Example', 'Right', 'Largest'])
})

test('behavior: a round without reporter and id gets them, so that a later file corrects it', async () => {
  const name = 'Nameless Labs'
  await importCsv(['name,atSec,round,amountMillionUsd', `${name},2025-01-02,Seed,5`])
  await importCsv(['name,atSec,round,amountMillionUsd', `nameless labs,2025-01-02T09:00,seed,6`])
  await importCsv(['name,atSec,round,amountMillionUsd', `${name},2025-01-02,Series A,20`])
  const rounds = (await list()).filter(
    (round) => String(round.name).toLowerCase() === 'nameless labs',
  )
  expect(rounds.map(({ round, amount }) => [round, amount]).sort()).toEqual([
    ['Series A', 20],
    ['seed', 6],
  ])
})
