import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { commitRun } from '../../runs/run.ts'
import { sourceColumns } from '../../store/fact.ts'
import { prices } from '../coins/public.ts'
import { protocols, tokens } from '../registry/public.ts'
import { rwaAssets, rwaPositions, rwaSupply } from './facts.ts'
import { asset, at, PROTOCOLS, position, price, supply } from './facts-for-tests.ts'

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

/**
 * Imports assets of which only some columns are filled in; flags that are not are false, the rest
 * is empty.
 */
function importAssets(rows: readonly Record<string, string>[]) {
  const columns = sourceColumns(rwaAssets)
  const flags: Record<string, string> = {
    stablecoin: 'false',
    governance: 'false',
    activeMcapData: 'false',
  }
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const line = (row: Record<string, string>) =>
    columns
      .map((name) => row[name] ?? flags[name] ?? '')
      .map((text) => (text === '' ? '' : cell(text)))
  return importCsv('rwa_assets', [columns.join(','), ...rows.map((row) => line(row).join(','))])
}

const currentOf = async (query = '') =>
  (await app.get(`/rwa/current${query}`, { pro: true })).body as { id: string }[]

describe('imports', () => {
  test('default: an asset and its figures from files a person writes', async () => {
    const described = await importAssets([
      {
        id: 'fund',
        ticker: 'FND',
        category: '["Treasuries"]',
        primaryChain: 'OP Mainnet',
        accessModel: 'Permissioned',
        activeMcapData: 'true',
        coin: 'AGGREGATOR:Fund',
        redeemable: 'true',
        contracts: '["Optimism:0xAB"]',
      },
    ])
    expect(described).toMatchObject({ accepted: 1, rejected: 0, held: 0 })
    await app.put(protocols, PROTOCOLS)
    await importCsv('rwa_supply', ['asset,chain,atSec,supply', `fund,10,${at(0, 9)},1000`])
    await importCsv('prices', ['coin,atSec,priceUsd', `aggregator:fund,${at(0, 9)},1.5`])
    // One address in two spellings is one holder: the later report counts.
    await importCsv('rwa_excluded', [
      'asset,chain,holder,atSec,amount',
      `fund,OP Mainnet,0xAA,${at(0, 8)},999`,
      `fund,Optimism,0xaa,${at(0, 9)},100`,
    ])
    await importCsv('rwa_positions', [
      'asset,chain,protocol,atSec,amount',
      `fund,optimism,1,${at(0, 9)},20`,
    ])
    expect(await currentOf()).toMatchObject([
      {
        id: 'fund',
        primaryChain: 'OP Mainnet',
        category: ['Treasuries'],
        // 1,000 × 1.5; (1,000 − 100) × 1.5; 20 × 1.5.
        onChainMcap: { 'OP Mainnet': 1_500 },
        activeMcap: { 'OP Mainnet': 1_350 },
        defiActiveTvl: { 'OP Mainnet': { 'cedar-lend': 30 } },
        redeemable: true,
        transferable: null,
        assetName: null,
        contracts: { 'OP Mainnet': ['0xab'] },
      },
    ])
  })

  test.each([
    ['an unknown access model', { accessModel: 'Open' }, { held: 1 }],
    ['a number of a stablecoin that is none', { stablecoinId: 'usdc' }, { held: 1 }],
    ['neither of the two', {}, { accepted: 1, held: 0 }],
  ])('behavior: %s', async (_, values, expected) => {
    expect(await importAssets([{ id: 'x', ticker: 'X', ...values }])).toMatchObject(expected)
  })

  test('behavior: a flag that is no flag is rejected', async () => {
    const rows = [
      { id: 'x', ticker: 'X', stablecoin: 'maybe' },
      { id: 'y', ticker: 'Y' },
    ]
    expect(await importAssets(rows)).toMatchObject({ accepted: 1, rejected: 1 })
  })

  test.each([
    ['rwa_supply', 'asset,chain,atSec,supply', 'fund,base'],
    ['rwa_excluded', 'asset,chain,holder,atSec,amount', 'fund,base,0xaa'],
    ['rwa_positions', 'asset,chain,protocol,atSec,amount', 'fund,base,1'],
  ])(
    'behavior: %s below 0 or no number is rejected, more than 10^15 is held',
    async (fact, header, key) => {
      const lines = ['1e15', '1.1e15', '-1', 'much', ''].map(
        (amount, index) => `${key},${at(300) + index},${amount}`,
      )
      expect(await importCsv(fact, [header, ...lines])).toMatchObject({ held: 1, rejected: 3 })
    },
  )
})

test('behavior: asOf gives what was known then', async () => {
  const putAt = (isoTime: string, units: number, name: string) =>
    commitRun(
      app.app.store,
      { source: 'test', clock: { nowMs: () => Date.parse(isoTime) }, again: true },
      async (stage) => {
        await stage.insertRows(rwaAssets, [
          asset({ id: 'then', assetName: name, aggregatorId: 'then' }),
        ])
        await stage.insertRows(rwaSupply, [supply('then', 'celo', at(0, 1), units)])
        await stage.insertRows(prices, [price('then', at(0, 1), 2)])
        return { accepted: 0, rejected: 0, held: 0 }
      },
    )
  await putAt('2026-01-14T13:10:00Z', 100, 'First Name')
  await putAt('2026-01-14T13:20:00Z', 120, 'Second Name')
  const between = '?asOf=2026-01-14T13:15:00Z'
  const find = async (query = '') => (await currentOf(query)).find(({ id }) => id === 'then')
  expect(await find(between)).toMatchObject({ assetName: 'First Name', onChainMcap: { Celo: 200 } })
  expect(await find()).toMatchObject({ assetName: 'Second Name', onChainMcap: { Celo: 240 } })
  const chart = (query: string) => app.get(`/rwa/chart/chain/Celo${query}`, { pro: true })
  expect((await chart(between)).body).toMatchObject([{ timestamp: at(0), onChainMcap: 200 }])
  expect((await chart('')).body).toMatchObject([{ timestamp: at(0), onChainMcap: 240 }])
})

test('behavior: held rows are not served; a coin that takes another’s price is followed', async () => {
  await app.put(rwaAssets, [asset({ id: 'way', coin: 'ethereum:0x77' })])
  await app.put(tokens, [{ coin: 'ethereum:0x77', symbol: 'WAY', redirect: 'aggregator:then' }])
  await app.put(rwaSupply, [
    { ...supply('way', 'mode', at(0, 2), 9e9), quality: 'held' },
    supply('way', 'mode', at(0, 1), 30),
  ])
  await app.put(rwaPositions, [position('way', 'mode', '1', at(0, 1), 5)])
  // 30 × 2; 5 × 2.
  expect((await currentOf()).find(({ id }) => id === 'way')).toMatchObject({
    onChainMcap: { Mode: 60 },
    defiActiveTvl: { Mode: { 'cedar-lend': 10 } },
    price: 2,
  })
})
