import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_ISO, TestApp } from '../../../../test/support/test-app.ts'
import { putAt } from '../../tvl/facts-for-tests.ts'
import { stablecoinSupply, stablecoins } from '../facts.ts'
import { at, bodyOf, putSmallWorld, stablecoin, supply } from '../facts-for-tests.ts'

interface Item {
  id: string
  circulating: Record<string, number>
  price: number | null
  carried: boolean
}
type Body = { peggedAssets: Item[]; chains: { name: string }[] }

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: what circulates now and before, in total and on each chain', async () => {
  const body = await bodyOf<Body>(app, '/stablecoins')
  expect(body.peggedAssets[0]).toEqual({
    id: '1',
    name: 'Alpha Dollar',
    symbol: 'ALP',
    aggregator_id: 'alpha',
    pegType: 'peggedUSD',
    priceSource: 'aggregator',
    pegMechanism: 'fiat-backed',
    // Ethereum 2,100 − 100 − 400, Base 400, Tron 50.
    circulating: { peggedUSD: 2_050 },
    // 2,000 − 100 − 300, 300, 50.
    circulatingPrevDay: { peggedUSD: 1_950 },
    // 1,500 − 100 − 200, 200.
    circulatingPrevWeek: { peggedUSD: 1_400 },
    // 1,000 − 100.
    circulatingPrevMonth: { peggedUSD: 900 },
    chainCirculating: {
      Ethereum: {
        current: { peggedUSD: 1_600 },
        circulatingPrevDay: { peggedUSD: 1_600 },
        circulatingPrevWeek: { peggedUSD: 1_200 },
        circulatingPrevMonth: { peggedUSD: 900 },
        carried: false,
      },
      Base: {
        current: { peggedUSD: 400 },
        circulatingPrevDay: { peggedUSD: 300 },
        circulatingPrevWeek: { peggedUSD: 200 },
        circulatingPrevMonth: {},
        carried: false,
      },
      // Not reported today.
      Tron: {
        current: { peggedUSD: 50 },
        circulatingPrevDay: { peggedUSD: 50 },
        circulatingPrevWeek: {},
        circulatingPrevMonth: {},
        carried: true,
      },
    },
    chains: ['Ethereum', 'Base', 'Tron'],
    price: 0.97,
    carried: true,
    lastReport: at(0, 11),
    yieldBearing: false,
    delisted: false,
    deprecated: false,
    deadFrom: null,
  })
})

test('behavior: filters, and spark by the rule of the chart', async () => {
  const ids = async (query: string) =>
    (await bodyOf<Body>(app, `/stablecoins${query}`)).peggedAssets.map(({ id }) => id)
  const all = (await bodyOf<Body>(app, '/stablecoins')).peggedAssets as (Item & {
    chains: string[]
    pegType: string
  })[]
  const idsOf = (test: (item: (typeof all)[number]) => boolean) =>
    all.filter(test).map(({ id }) => id)
  expect(await ids('?pegType=peggedEUR')).toEqual(idsOf(({ pegType }) => pegType === 'peggedEUR'))
  expect(await ids('?chain=tron')).toEqual(idsOf(({ chains }) => chains.includes('Tron')))
  // Alpha has 2,050, all others less.
  expect(await ids('?minCirculating=2050')).toEqual(['1'])
  const { peggedAssets } = await bodyOf<{ peggedAssets: object[] }>(
    app,
    '/stablecoins?limit=1&fields=name&spark=31',
  )
  // 900 thirty days ago and 29 days ago, 1,400 − … 1,950 yesterday, 2,050 now.
  const [{ spark }] = peggedAssets as [{ spark: number[] }]
  expect(peggedAssets).toEqual([{ name: 'Alpha Dollar', spark: expect.any(Array) }])
  expect([spark.length, spark[0], spark[1], spark[29], spark[30]]).toEqual([
    31, 900, 900, 1_950, 2_050,
  ])
})

test('behavior: by value; then what has no price, then what has no figure', async () => {
  const { peggedAssets } = await bodyOf<Body>(app, '/stablecoins')
  // 2,050 × 0.97 = 1,988.50; 110 × 1.2 = 132; 70 without a price; two without a figure.
  expect(peggedAssets.map(({ id, circulating, price }) => [id, circulating, price])).toEqual([
    ['1', { peggedUSD: 2_050 }, 0.97],
    ['2', { peggedEUR: 110 }, 1.2],
    ['3', { peggedVAR: 70 }, null],
    ['4', {}, null],
    ['10', {}, null],
  ])
})

test('behavior: one that is no longer reported has no figure, but says when it was', async () => {
  const { peggedAssets } = await bodyOf<Body>(app, '/stablecoins')
  expect(peggedAssets[3]).toMatchObject({
    circulating: {},
    // Two weeks before it still had 500; thirty days before it had not begun.
    circulatingPrevWeek: {},
    circulatingPrevMonth: {},
    chains: ['Tron'],
    chainCirculating: { Tron: { current: {}, circulatingPrevDay: {} } },
    lastReport: at(10),
    deadFrom: at(9),
    delisted: true,
    deprecated: true,
  })
  expect(peggedAssets[4]).toMatchObject({
    lastReport: null,
    chains: [],
    chainCirculating: {},
    carried: false,
  })
})

test('behavior: the chains with what circulates on them', async () => {
  const { chains } = await bodyOf<Body>(app, '/stablecoins')
  expect(chains).toEqual(await bodyOf(app, '/stablecoinchains'))
  expect(chains.map(({ name }) => name)).toEqual(['Ethereum', 'Base', 'Tron'])
})

test.each(['true', 'false', '1', '0', ''])(
  'behavior: prices are there with includePrices=%s',
  async (value) => {
    expect(await bodyOf(app, `/stablecoins?includePrices=${value}`)).toEqual(
      await bodyOf(app, '/stablecoins'),
    )
  },
)

test.each(['yes', '2', 'TRUE%20'])('error: 400 when includePrices is %s', async (value) => {
  for (const root of ['/stablecoins', '/stablecoins/stablecoins']) {
    const response = await app.get(`${root}?includePrices=${value}`, { pro: true })
    expect(response).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', message: expect.stringContaining('includePrices') },
    })
  }
})

test('behavior: asOf tells what was known before a correction', async () => {
  const before = await bodyOf<Body>(app, '/stablecoins')
  await putAt(app, '2026-01-14T13:00:00Z', [
    [stablecoins, [stablecoin({ id: '10', name: 'Epsilon Dollar', symbol: 'EPS2' })]],
    [stablecoinSupply, [supply('10', 'ethereum', at(0, 5), 5), supply('1', 'tron', at(0, 11), 60)]],
  ])
  const { peggedAssets } = await bodyOf<Body>(app, '/stablecoins')
  expect(peggedAssets.find(({ id }) => id === '10')).toMatchObject({
    symbol: 'EPS2',
    circulating: { peggedUSD: 5 },
  })
  // 10 more on Tron, and reported today.
  expect(peggedAssets[0]).toMatchObject({ circulating: { peggedUSD: 2_060 }, carried: false })
  expect(await bodyOf(app, `/stablecoins?asOf=${NOW_ISO}`)).toEqual(before)
})

test('behavior: earlier figures are of the report nearest to 24 hours, 7 and 30 days before', async () => {
  await app.stop()
  app = await TestApp.start()
  await app.put(stablecoins, [stablecoin({ id: '1' })])
  await app.put(stablecoinSupply, [
    supply('1', 'tron', at(30, 9), 10),
    // 30 days before 11:50 the nearest is that of 12:00; the day went on to 19.
    supply('1', 'tron', at(30, 12), 11),
    supply('1', 'tron', at(30, 23), 19),
    supply('1', 'tron', at(7, 11.75), 20),
    supply('1', 'tron', at(7, 12), 21),
    supply('1', 'tron', at(7, 23), 29),
    supply('1', 'tron', at(1, 11), 30),
    supply('1', 'tron', at(1, 23), 39),
    supply('1', 'tron', at(0, 11 + 50 / 60), 40),
  ])
  const { peggedAssets } = await bodyOf<Body>(app, '/stablecoins')
  const before = {
    circulatingPrevDay: { peggedUSD: 30 },
    circulatingPrevWeek: { peggedUSD: 20 },
    circulatingPrevMonth: { peggedUSD: 11 },
  }
  expect(peggedAssets).toMatchObject([
    { circulating: { peggedUSD: 40 }, ...before, chainCirculating: { Tron: before } },
  ])
})
