import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../../coins/public.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { stablecoins } from '../../stablecoins/public.ts'
import { lendingSamples, yieldPools, yieldSamples } from '../facts.ts'
import { at, bodyOf, id, itemsOf, lendingRow, poolRow, sampleRow } from '../facts-for-tests.ts'
import { poolSchema } from './list-pools.ts'

interface Item {
  pool: string
  symbol: string
  project: string
  [member: string]: unknown
}

const HOUR = 3_600
const DAY = 86_400
let app: TestApp

const stable = (number: string, symbol: string, pegType = 'peggedUSD') => ({
  id: number,
  name: symbol,
  symbol,
  pegType,
  pegMechanism: 'fiat-backed',
  coin: `aggregator:${symbol.toLowerCase()}`,
  auditLinks: [],
  yieldBearing: false,
  delisted: false,
  deprecated: false,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({
      id: '7',
      name: 'Example Swap',
      category: 'Dexs',
      parent: 'parent#example',
      previousNames: ['Old Swap'],
    }),
    protocolRow({ id: '8', name: 'Example Lend', category: 'Lending', parent: 'parent#example' }),
    protocolRow({ id: '9', name: 'Poolless', category: 'Dexs' }),
    protocolRow({ id: 'parent#example', name: 'Example' }),
  ])
  await app.put(stablecoins, [stable('1', 'USDC'), stable('2', 'DAI'), stable('3', 'LOST')])
  await app.put(
    prices,
    [
      ['usdc', 1],
      ['dai', 0.99],
      ['lost', 0.3],
    ].map(([coin, priceUsd]) => ({
      coin: `aggregator:${coin}`,
      atSec: NOW_SEC - 600,
      priceUsd,
      confidence: 0.9,
    })),
  )
  await app.put(yieldPools, [
    poolRow(id(1), {
      project: 'old-swap',
      symbol: 'USDC-WETH',
      chain: 'bsc',
      poolMeta: '0.3%',
      rewardTokens: ['0xr'],
      underlyingTokens: ['0xa', '0xb'],
      url: 'https://example.org',
    }),
    poolRow(id(2), { project: '8', symbol: 'USDC.e-DAI', chain: 'optimism' }),
    poolRow(id(3), { project: 'Someone Else', symbol: 'LOST', chain: 'NewChain' }),
    poolRow(id(4), { symbol: 'WETH-STETH' }),
    poolRow(id(5), { symbol: 'TOO-SMALL' }),
    poolRow(id(6), { symbol: 'TOO-OLD' }),
    poolRow(id(7), { symbol: 'NEVER-MEASURED' }),
    poolRow(id(8), { project: 'example-lend', symbol: 'DAI', exposure: 'single' }),
  ])
  await app.put(yieldSamples, [
    // 30, 7 and 1 days before the newest record, each a little off the timestamp; and one that is
    // too far off for a day ago.
    sampleRow(id(1), NOW_SEC - 30 * DAY - HOUR, { apyPct: 10 }),
    sampleRow(id(1), NOW_SEC - 7 * DAY - HOUR - 3 * HOUR, { apyPct: 7 }),
    sampleRow(id(1), NOW_SEC - DAY - HOUR + 3 * HOUR + 1, { apyPct: 8 }),
    sampleRow(id(1), NOW_SEC - HOUR, {
      tvlUsd: 2_000_000.6,
      apyPct: 6.1234567,
      apyBasePct: 4.1,
      apyRewardPct: 2.0234567,
      il7dPct: -0.5,
      apyBase7dPct: 4.2,
      apyBaseInceptionPct: 3.9,
      volume1dUsd: 50_000.123456,
      volume7dUsd: 300_000,
    }),
    // Two records in one day: the later one stands for the day.
    sampleRow(id(2), at(2, 1), { apyPct: 900 }),
    sampleRow(id(2), at(2, 23), { apyPct: 0 }),
    sampleRow(id(2), at(0, 1), { tvlUsd: 50_000, apyPct: 300 }),
    sampleRow(id(3), at(0, 11), { tvlUsd: 10_000 }),
    sampleRow(id(4), at(7, 12), { tvlUsd: 40_000, apyPct: 5 }),
    sampleRow(id(5), at(0, 11), { tvlUsd: 9_999.99 }),
    sampleRow(id(6), at(7, 12) - 1),
    sampleRow(id(8), at(0, 11), { tvlUsd: 5, apyPct: 4 }),
    sampleRow(id(99), at(0, 11)),
  ])
  await app.put(lendingSamples, [lendingRow(id(8), at(0, 11), { totalSupplyUsd: 10_000 })])
})

afterAll(() => app.stop())

const list = (query = '') => itemsOf<Item>(app, `/pools${query}`)
const numbersOf = (items: readonly Item[]) => items.map(({ pool }) => Number(pool.slice(-12)))

test('default: pools of some size that were measured lately, largest first; nothing that is not described', async () => {
  const body = await bodyOf<{ data: Item[] }>(app, '/pools')
  expect(numbersOf(body.data)).toEqual([1, 2, 4, 3, 8])
  for (const item of body.data) expect([...Value.Errors(poolSchema, item)]).toEqual([])
})

test('behavior: an item', async () => {
  const [first] = await list()
  expect(first).toEqual({
    chain: 'BSC',
    project: 'example-swap',
    symbol: 'USDC-WETH',
    tvlUsd: 2_000_001,
    apyBase: 4.1,
    apyReward: 2.02346,
    apy: 6.12346,
    rewardTokens: ['0xr'],
    pool: id(1),
    // The record of 8 percent lies a second too far from a day ago; 6.1234567 − 7; 6.1234567 − 10.
    apyPct1D: null,
    apyPct7D: -0.87654,
    apyPct30D: -3.87654,
    stablecoin: false,
    ilRisk: 'yes',
    exposure: 'multi',
    predictions: { predictedClass: null, predictedProbability: null, binnedConfidence: null },
    poolMeta: '0.3%',
    // The fourth root of 1.1 × 1.07 × 1.08 × 1.061234567 = 1.3489989 is 1.0777125.
    mu: 7.77125,
    // Daily returns 0.000261158, 0.000185382, 0.000210874 and 0.000162845: mean 0.000205065,
    // squares of the distances 3.14642e-9 + 3.874e-10 + 3.37e-11 + 1.7825e-9 = 5.35e-9; ÷ 3, root
    // 0.00004223; × √365 × 100.
    sigma: expect.closeTo(0.08068, 4),
    count: 4,
    outlier: false,
    underlyingTokens: ['0xa', '0xb'],
    il7d: -0.5,
    apyBase7d: 4.2,
    // The record of 30 days ago is outside: (7 + 8 + 6.1234567) ÷ 3.
    apyMean30d: 7.04115,
    volumeUsd1d: 50_000.12346,
    volumeUsd7d: 300_000,
    apyBaseInception: 3.9,
  })
})

test('behavior: the last record of a day stands for the day; what is not known is null', async () => {
  const second = (await list())[1]
  expect(second).toMatchObject({
    chain: 'OP Mainnet',
    project: 'example-lend',
    // Factors 1 and 4 have the geometric mean 2.
    mu: 100,
    // Daily returns 0 and 4^(1/365) − 1 = 0.003805297; ÷ √2 × √365 × 100.
    sigma: expect.closeTo(5.1406, 3),
    count: 2,
    // (0 + 300) ÷ 2.
    apyMean30d: 150,
    apyBase: null,
    apyReward: null,
    // A day before its newest record, at 1:00, is two hours after the 0 percent at 23:00.
    apyPct1D: 300,
    apyPct7D: null,
    rewardTokens: null,
    underlyingTokens: null,
    poolMeta: null,
    il7d: null,
    volumeUsd1d: null,
  })
})

test('behavior: stablecoins, exposure and risk', async () => {
  const items = new Map(
    (await list()).map(({ pool, stablecoin, exposure, ilRisk }) => [
      pool,
      [stablecoin, exposure, ilRisk],
    ]),
  )
  expect(items.get(id(1))).toEqual([false, 'multi', 'yes'])
  expect(items.get(id(2))).toEqual([true, 'multi', 'no'])
  // Its one coin calls itself stable and trades at 0.30.
  expect(items.get(id(3))).toEqual([false, 'single', 'no'])
  expect(items.get(id(4))).toEqual([false, 'multi', 'no'])
  expect(items.get(id(8))).toEqual([true, 'single', 'no'])
})

test('behavior: a lending market counts by what was supplied to it', async () => {
  expect((await list()).find(({ pool }) => pool === id(8))).toMatchObject({
    tvlUsd: 5,
    project: 'example-lend',
  })
})

test('behavior: an outlier among all listed pools, whatever was requested', async () => {
  // Yields 4, 5, 5, 6.12, 300: quartiles 5 and 6.12, median 5: bounds 3.3 and 6.7.
  const outliers = (items: readonly Item[]) => numbersOf(items.filter(({ outlier }) => outlier))
  expect(outliers(await list())).toEqual([2])
  expect(outliers(await list('?chain=optimism'))).toEqual([2])
})

describe('filters', () => {
  test.each([
    ['chain by its name', '?chain=BSC', [1]],
    ['chain by its number', '?chain=10', [2]],
    ['several chains', '?chain=bsc,op%20mainnet', [1, 2]],
    ['a chain that only the facts know, in any case', '?chain=new-chain', [3]],
    ['a chain without pools', '?chain=base', []],
    ['project', '?project=example-swap', [1, 4]],
    ['project by a name it had', '?project=Old%20Swap', [1, 4]],
    ['project that only the facts know', '?project=someone-else', [3]],
    ['the same as it is served', '?project=Someone%20Else', [3]],
    ['a parent stands for its children', '?project=example', [1, 2, 4, 8]],
    ['a project without pools', '?project=poolless', []],
    ['symbol of one of its tokens', '?symbol=usdc', [1, 2]],
    ['whole symbol', '?symbol=weth-steth', [4]],
    ['several symbols', '?symbol=LOST,STETH', [4, 3]],
    ['a symbol that nobody has', '?symbol=NOPE', []],
    ['stablecoins', '?stablecoin=true', [2, 8]],
    ['no stablecoins', '?stablecoin=false', [1, 4, 3]],
    ['at least so much', '?minTvlUsd=40000', [1, 2, 4]],
    ['a fraction of a dollar', '?minTvlUsd=2000000.6', [1]],
    ['limit', '?limit=2', [1, 2]],
    ['all together', '?chain=bsc,ethereum&stablecoin=false&minTvlUsd=100&limit=1', [1]],
    [
      'empty values are no conditions',
      '?chain=&project=&symbol=,&stablecoin=&minTvlUsd=&limit=',
      [1, 2, 4, 3, 8],
    ],
  ])('behavior: %s', async (_, query, expected) => {
    expect(numbersOf(await list(query))).toEqual(expected)
  })

  test('behavior: minTvl is minTvlUsd, minApy and exposure look at the rows', async () => {
    expect(numbersOf(await list('?minTvl=40000'))).toEqual([1, 2, 4])
    const all = await list()
    const known = all.filter(({ apy }) => typeof apy === 'number' && apy >= 5)
    expect(await list('?minApy=5')).toEqual(known)
    expect(await list('?exposure=multi')).toEqual(all.filter((pool) => pool.exposure === 'multi'))
    expect(known.length).toBeLessThan(all.length)
  })

  test('behavior: spark has the last yield of each day, null on days without one', async () => {
    const [pool] = await list('?limit=1&spark=40')
    const chart = await itemsOf<{ timestamp: string; apy: number | null }>(
      app,
      `/chart/${pool?.pool}`,
    )
    const byDay = new Map(chart.map(({ timestamp, apy }) => [timestamp.slice(0, 10), apy]))
    const days = Array.from({ length: 40 }, (_, index) =>
      new Date((NOW_SEC - (39 - index) * DAY) * 1000).toISOString().slice(0, 10),
    )
    expect(pool?.spark).toEqual(days.map((day) => byDay.get(day) ?? null))
    expect(days.map((day) => byDay.get(day) ?? null).at(-1)).toBe(pool?.apy)
  })

  test('behavior: fields keeps the named members', async () => {
    expect(await list('?fields=symbol,apy,unheard-of&limit=1')).toEqual([
      { symbol: 'USDC-WETH', apy: 6.12346 },
    ])
  })
})

test('behavior: the pro root says the same', async () => {
  expect(await itemsOf(app, '/yields/pools', { pro: true })).toEqual(await list())
})

test.each([
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=abc', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=100001', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['minTvlUsd=-1', 'minTvlUsd'],
  ['minTvlUsd=abc', 'minTvlUsd'],
  ['minTvlUsd=1e9999', 'minTvlUsd'],
  ['stablecoin=maybe', 'stablecoin'],
  [`symbol=${'A,'.repeat(101)}`, 'symbol'],
  [`project=${'a'.repeat(201)}`, 'project'],
  ['asOf=yesterday', 'asOf'],
])('error: 400 for %s', async (query, name) => {
  const { status, body } = await app.get(`/pools?${query}`)
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', message: expect.stringContaining(`\`${name}\``) },
  })
})

test.each([
  ['chain', 'chain=etherium', ['Ethereum']],
  ['project', 'project=exampel-swap', ['example-swap']],
])('error: 404 with near names for an unknown %s', async (_, query, suggestions) => {
  const { status, body } = await app.get(`/pools?${query}`)
  expect({ status, body }).toMatchObject({
    status: 404,
    body: { error: 'not_found', suggestions: expect.arrayContaining(suggestions) },
  })
})

test('behavior: forms of stablecoins are stable, those of two currencies move apart', async () => {
  await app.put(stablecoins, [stable('4', 'EURC', 'peggedEUR')])
  await app.put(prices, [
    { coin: 'aggregator:eurc', atSec: NOW_SEC - 600, priceUsd: 1.08, confidence: 0.9 },
  ])
  const symbols = ['aUSDC', 'USDC-EURC', 'S*USDC-DAI', 'aUSDC-WETH']
  await app.put(
    yieldPools,
    symbols.map((symbol, index) => poolRow(id(20 + index), { symbol })),
  )
  await app.put(
    yieldSamples,
    symbols.map((_, index) => sampleRow(id(20 + index), at(0, 11), { tvlUsd: 20_000 })),
  )
  const items = (await list()).filter(({ symbol }) => symbols.includes(symbol))
  expect(
    Object.fromEntries(
      items.map(({ symbol, stablecoin, ilRisk }) => [symbol, [stablecoin, ilRisk]]),
    ),
  ).toEqual({
    aUSDC: [true, 'no'],
    'USDC-EURC': [true, 'yes'],
    'S*USDC-DAI': [true, 'no'],
    'aUSDC-WETH': [false, 'yes'],
  })
})
