import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { day, proBody, putSmallWorld } from './facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

async function importCsv(lines: readonly string[]) {
  const path = join(app.dataDir, 'rows.csv')
  await writeFile(
    path,
    `metric,protocol,dataType,version,chain,label,atSec,valueUsd\n${lines.join('\n')}\n`,
  )
  return importFiles(app.app.store, app.app.clock, {
    fact: 'dimension_days',
    files: [path],
    rejectsDir: app.dataDir,
  })
}

test('behavior: names are brought into one spelling', async () => {
  const summary = await importCsv([
    `liquidations,1,dailyLiquidationVolume,,OP Mainnet,,${day(0)},40`,
    `active-users,3,dailyTransactionsCount,,8453,,${day(0)},7`,
    `fees,chain#OP Mainnet,dailyFees,,optimism,,${day(0)},3`,
  ])
  expect(summary).toMatchObject({ accepted: 3, held: 0, rejected: 0 })
  expect(
    await proBody(app, '/api/v2/metrics/liquidations?dataType=dailyLiquidationsVolume'),
  ).toMatchObject({
    allChains: ['OP Mainnet'],
    total24h: 40,
  })
  expect(
    await proBody(app, '/api/v2/metrics/active-users/chain/base?dataType=dailyTransactionCount'),
  ).toMatchObject({ total24h: 7 })
  expect(await proBody(app, '/api/summary/fees/op-mainnet')).toMatchObject({
    id: 'chain#optimism',
    name: 'OP Mainnet',
    total24h: 3,
  })
})

test.each([
  ['more than 200 bn in a day', `dexs,6,dailyVolume,,base,,${day(0)},200000000001`, 1],
  ['200 bn is served', `dexs,6,dailyVolume,,celo,,${day(0)},200000000000`, 0],
  ['an unknown metric', `swaps,6,dailyVolume,,base,,${day(0)},1`, 1],
  ['an unknown type', `dexs,6,dailyvolume,,base,,${day(0)},1`, 1],
  ['a running total, which is made here', `dexs,6,totalVolume,,base,,${day(0)},1`, 1],
  ['all chains together, except of distinct users', `dexs,6,dailyVolume,,all,,${day(0)},1`, 1],
  ['all chains together of distinct users', `active-users,6,dailyActiveUsers,,All,,${day(0)},1`, 0],
  [
    'a label of something that is no fee',
    `dexs,6,dailyVolume,,base,Token Swap Fees,${day(0)},1`,
    1,
  ],
])('behavior: held or not: %s', async (_, line, held) => {
  expect(await importCsv([line])).toMatchObject({ held, rejected: 0 })
})

test('behavior: what is held is not served', async () => {
  expect(await app.get('/api/v2/metrics/dexs/protocol/silent', { pro: true })).toMatchObject({
    status: 200,
    body: { chains: ['Celo'] },
  })
})
