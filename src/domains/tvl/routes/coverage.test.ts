import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_ISO, TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { chainAssets, tvlRecords } from '../facts.ts'
import { at, protocolRow, putAt, record } from '../facts-for-tests.ts'

let app: TestApp

const carried = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => ({ ...row, quality: 'carried' }))
const asset = (chain: string, bucket: string, symbol: string, atSec: number, valueUsd: number) => ({
  chain,
  bucket,
  symbol,
  atSec,
  valueUsd,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Swap' }),
    protocolRow({ id: '2', name: 'Doubted', category: 'Lending' }),
    protocolRow({ id: '3', name: 'Quiet' }),
    protocolRow({ id: '4', name: 'Dead', deadFromSec: at(3) }),
    protocolRow({ id: '5', name: 'Exchange', category: 'CEX' }),
    protocolRow({ id: 'parent#family', name: 'Family' }),
    protocolRow({ id: '6', name: 'Family One', parent: 'parent#family' }),
    protocolRow({ id: '7', name: 'Family Two', parent: 'parent#family' }),
  ])
  await app.put(tvlRecords, [
    ...carried(record('1', at(1), { ethereum: 500 })),
    ...record('1', at(0, 11), { ethereum: 600, base: 100, 'ethereum-staking': 7_000 }),
    ...record('2', at(0, 10), { ethereum: 190 }),
    ...carried(record('2', at(0, 11), { ethereum: 200 })),
    ...record('3', at(2), { ethereum: 100, tron: 40 }),
    ...record('4', at(4), { ethereum: 5_000, bsc: 5 }),
    ...carried(record('5', at(0, 11), { ethereum: 9_000 })),
    ...record('6', at(0, 10), { optimism: 30 }),
    ...carried(record('7', at(0, 10), { optimism: 10 })),
  ])
  await app.put(chainAssets, [
    asset('base', 'native', 'ETH', at(0, 11), 30),
    ...carried([
      asset('base', 'canonical', 'USDC', at(0, 11), 10),
      asset('base', 'ownTokens', 'OWN', at(0, 11), 1_000),
    ]),
    asset('tron', 'native', 'TRX', at(2), 60),
  ])
})

afterAll(() => app.stop())

/** The header on the free root; the pro root must say the same. */
async function coverageOf(url: string): Promise<unknown> {
  const free = await app.get(url)
  const pro = await app.get(`/api${url}`, { pro: true })
  expect([free.status, pro.status, pro.headers['x-coverage']]).toEqual([
    200,
    200,
    free.headers['x-coverage'],
  ])
  return free.headers['x-coverage']
}

// Swap 700 and Family One 30 were read; of Doubted 200 and Family Two 10 the last good reading is
// carried; Quiet's 140 are two days old.
const READ = 700 + 30
const ALL = READ + 200 + 10 + 140

test.each([
  ['default: /v2/chains', '/v2/chains', READ / ALL],
  [
    'behavior: the history of all chains, by its newest point',
    '/v2/historicalChainTvl',
    READ / ALL,
  ],
  ['behavior: the history of a chain', '/v2/historicalChainTvl/Ethereum', 600 / 900],
  ['behavior: a chain of which all was read', '/v2/historicalChainTvl/Base', 1],
  ['behavior: a chain of which nothing was read', '/v2/historicalChainTvl/Tron', 0],
  ['behavior: later days only', `/v2/historicalChainTvl?start=${at(0)}`, READ / ALL],
  // The exchange counts in the list, and not in the chains.
  ['behavior: /protocols', '/protocols', READ / (ALL + 9_000)],
  [
    'behavior: /protocols without figures',
    '/protocols?liteV1=true&fields=name',
    READ / (ALL + 9_000),
  ],
  ['behavior: a family', '/tvl/family', 30 / 40],
  ['behavior: the detail of a family', '/protocol/family', 30 / 40],
  ['behavior: of one it is all or nothing: all', '/tvl/swap', 1],
  ['behavior: nothing', '/tvl/doubted', 0],
])('%s', async (_, url, share) => {
  expect(await coverageOf(url)).toBe(share.toFixed(4))
})

test.each([
  ['a chain of dead protocols', '/v2/historicalChainTvl/BSC'],
  ['a dead protocol', '/tvl/dead'],
  ['a chain until before its newest point', `/v2/historicalChainTvl/Ethereum?end=${at(1)}`],
  ['all chains until before the newest point', `/v2/historicalChainTvl?end=${at(1)}`],
])('behavior: none for %s', async (_, url) => {
  expect(await coverageOf(url)).toBeUndefined()
})

test('behavior: assets on chains, without the own tokens that no total has', async () => {
  const { headers } = await app.get('/api/chainAssets', { pro: true })
  // 30 of 30 + 10 carried + 60 of two days ago.
  expect(headers['x-coverage']).toBe('0.3000')
})

test('behavior: a good reading in place of a carried one counts from then on', async () => {
  await putAt(app, '2026-01-14T13:00:00Z', [
    [tvlRecords, record('2', at(0, 11), { ethereum: 200 })],
  ])
  expect(await coverageOf('/v2/chains')).toBe(((READ + 200) / ALL).toFixed(4))
  expect(await coverageOf(`/v2/chains?asOf=${NOW_ISO}`)).toBe((READ / ALL).toFixed(4))
})

test('behavior: when everyone else moves on, a reading of more than a day ago is old', async () => {
  // A day and an hour after the others Swap alone was read; it has nothing on Base any more.
  await putAt(app, '2026-01-15T13:00:00Z', [
    [tvlRecords, record('1', at(-1, 12), { ethereum: 600 })],
  ])
  expect(await coverageOf('/v2/chains')).toBe((600 / (600 + 200 + 140 + 40)).toFixed(4))
})
