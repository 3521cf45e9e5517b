import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { at, bodyOf, bridged, putSmallWorld, stablecoin, supply } from '../facts-for-tests.ts'

type Body = Record<string, unknown> & {
  tokens: { date: number; circulating: Record<string, number>; carried: boolean }[]
  chainBalances: Record<string, { tokens: unknown[] }>
}

interface Day {
  date: number
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

const SERIES = [
  'chainBalances',
  'currentChainBalances',
  'tokens',
  'totalCirculating',
  'chainCirculating',
]

test('default: what it is, and its supply day by day in both forms', async () => {
  const body = await bodyOf<Body>(app, '/stablecoin/2')
  expect(body).toEqual({
    id: '2',
    name: 'Beta Euro',
    address: null,
    symbol: 'BET',
    url: null,
    description: null,
    onAggregator: 'true',
    aggregator_id: 'beta',
    rankingSiteId: null,
    pegType: 'peggedEUR',
    pegMechanism: 'fiat-backed',
    priceSource: null,
    price: 1.2,
    lastReport: at(0, 10),
    yieldBearing: true,
    delisted: false,
    deprecated: false,
    deadFrom: null,
    chainBalances: {
      Ethereum: { tokens: [point(at(2), 90), point(at(1), 100), point(at(0), 110)] },
    },
    currentChainBalances: { Ethereum: { peggedEUR: 110 } },
    tokens: [point(at(2), 90), point(at(1), 100), point(at(0), 110)],
    totalCirculating: [
      { date: at(2), totalCirculating: 90 },
      { date: at(1), totalCirculating: 100 },
      { date: at(0), totalCirculating: 110 },
    ],
    chainCirculating: {
      Ethereum: [
        { date: at(2), circulating: 90 },
        { date: at(1), circulating: 100 },
        { date: at(0), circulating: 110 },
      ],
    },
  })
})

function point(date: number, units: number) {
  const euros = (value: number) => ({ peggedEUR: value })
  return {
    date,
    circulating: euros(units),
    minted: euros(units),
    unreleased: euros(0),
    bridgedTo: euros(0),
    carried: false,
  }
}

test('behavior: minted, unreleased and bridged on each chain; a day without a report is marked', async () => {
  const body = await bodyOf<Body>(app, '/stablecoin/1')
  const usd = (value: number) => ({ peggedUSD: value })
  expect(body.chainBalances.Ethereum?.tokens.at(-1)).toEqual({
    date: at(0),
    circulating: usd(1_600),
    minted: usd(2_100),
    unreleased: usd(100),
    bridgedTo: usd(0),
    carried: false,
  })
  expect(body.chainBalances.Base?.tokens).toEqual([
    ...[7, 6, 5, 4, 3, 2].map((days) => ({
      date: at(days),
      circulating: usd(200),
      minted: usd(0),
      unreleased: usd(0),
      bridgedTo: usd(200),
      carried: days !== 7,
    })),
    {
      date: at(1),
      circulating: usd(300),
      minted: usd(0),
      unreleased: usd(0),
      bridgedTo: usd(300),
      carried: false,
    },
    {
      date: at(0),
      circulating: usd(400),
      minted: usd(0),
      unreleased: usd(0),
      bridgedTo: usd(400),
      carried: false,
    },
  ])
  expect(body.chainBalances.Tron?.tokens).toMatchObject([
    { date: at(1), circulating: usd(50), carried: false },
    { date: at(0), circulating: usd(50), carried: true },
  ])
  // 2,100 + 50 minted, 100 unreleased, 400 bridged: 1,600 + 400 + 50.
  expect(body.tokens.at(-1)).toEqual({
    date: at(0),
    circulating: usd(2_050),
    minted: usd(2_150),
    unreleased: usd(100),
    bridgedTo: usd(400),
    carried: true,
  })
  expect(body.auditLinks).toEqual(['https://example.org/audit'])
  expect(body.currentChainBalances).toEqual({ Ethereum: usd(1_600), Base: usd(400), Tron: usd(50) })
})

test('behavior: a point of plain numbers has a twin of the same day, in whose mark its own stands', async () => {
  const body = await bodyOf<
    Body & { totalCirculating: Day[]; chainCirculating: Record<string, Day[]> }
  >(app, '/stablecoin/1')
  const daysOf = (points: readonly unknown[]) => points.map((point) => (point as Day).date)
  expect(daysOf(body.totalCirculating)).toEqual(daysOf(body.tokens))
  expect(Object.keys(body.chainCirculating).sort()).toEqual(['Base', 'Ethereum', 'Tron'])
  for (const [chain, points] of Object.entries(body.chainCirculating))
    expect(daysOf(points), chain).toEqual(daysOf(body.chainBalances[chain]?.tokens ?? []))
})

test('behavior: one that stopped ends with its last report', async () => {
  const body = await bodyOf<Body>(app, '/stablecoin/4')
  expect(body.tokens.at(-1)).toMatchObject({
    date: at(10),
    circulating: { peggedUSD: 400 },
    carried: false,
  })
  expect(body).toMatchObject({
    currentChainBalances: { Tron: {} },
    lastReport: at(10),
    deadFrom: at(9),
    price: null,
  })
})

test('behavior: nothing reported is nothing, not an error', async () => {
  const body = await bodyOf<Body>(app, '/stablecoin/10')
  expect(body).toMatchObject({
    name: 'Epsilon Dollar',
    tokens: [],
    totalCirculating: [],
    lastReport: null,
    onAggregator: 'false',
  })
  expect(body).toMatchObject({ chainBalances: {}, currentChainBalances: {}, chainCirculating: {} })
})

test('behavior: an impossible result is held, and the last good one stays', async () => {
  await app.put(stablecoins, [stablecoin({ id: '20', name: 'Slip "Dollar"' })])
  // Yesterday 10 were said to be minted, though 20 had left for Base.
  await app.put(stablecoinSupply, [
    supply('20', 'bsc', at(2), 80),
    supply('20', 'bsc', at(1), 10),
    supply('20', 'bsc', at(0, 2), 90),
  ])
  await app.put(stablecoinBridged, [
    bridged('20', 'base', 'bsc', at(1), 20),
    bridged('20', 'base', 'bsc', at(0, 2), 20),
  ])
  const body = await bodyOf<Body>(app, '/stablecoin/20')
  expect(body.name).toBe('Slip "Dollar"')
  expect(body.chainBalances.BSC?.tokens).toMatchObject([
    { date: at(2), circulating: { peggedUSD: 80 }, minted: { peggedUSD: 80 }, carried: false },
    { date: at(1), circulating: { peggedUSD: 80 }, minted: { peggedUSD: 80 }, carried: true },
    { date: at(0), circulating: { peggedUSD: 70 }, minted: { peggedUSD: 90 }, carried: false },
  ])
  // 80, 80 + 20, 70 + 20.
  expect(body.tokens.map(({ circulating, carried }) => [circulating.peggedUSD, carried])).toEqual([
    [80, false],
    [100, true],
    [90, false],
  ])
})

test('behavior: a correction of an earlier day is put in', async () => {
  await app.put(stablecoinSupply, [supply('20', 'bsc', at(1), 95)])
  const body = await bodyOf<Body>(app, '/stablecoin/20?fields=tokens')
  // 95 − 20 on BSC and 20 on Base.
  expect(body.tokens.map(({ circulating, carried }) => [circulating.peggedUSD, carried])).toEqual([
    [80, false],
    [95, false],
    [90, false],
  ])
})

test.each([
  ['tokens', ['tokens']],
  ['id,price', ['id', 'price']],
  ['chainCirculating,nothing', ['chainCirculating']],
  ['nothing', []],
])('behavior: fields=%s', async (fields, names) => {
  const whole = await bodyOf<Body>(app, '/stablecoin/1')
  const body = await bodyOf<Body>(app, `/stablecoin/1?fields=${fields}`)
  expect(body).toEqual(Object.fromEntries(names.map((name) => [name, whole[name]])))
})

test('behavior: numbers with zeros before them are the same numbers', async () => {
  expect(await bodyOf(app, '/stablecoin/0002')).toEqual(await bodyOf(app, '/stablecoin/2'))
})

test.each(['tether', '0', '-1', '1.5', '%20', '1e2', '1,2', '99999999999', "1'--"])(
  'error: 400 when the number is %s',
  async (asset) => {
    for (const root of ['/stablecoin', '/stablecoins/stablecoin']) {
      const response = await app.get(`${root}/${asset}`, { pro: true })
      expect(response).toMatchObject({
        status: 400,
        body: { error: 'invalid_parameter', message: expect.stringContaining('asset') },
      })
    }
  },
)

test('error: 404 when no stablecoin has the number', async () => {
  for (const path of ['/stablecoin/77', '/stablecoins/stablecoin/77']) {
    expect(await app.get(path, { pro: true })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  }
})

test('behavior: every series of the body is named', async () => {
  expect(Object.keys(await bodyOf<Body>(app, '/stablecoin/1')).slice(-SERIES.length)).toEqual(
    SERIES,
  )
})
