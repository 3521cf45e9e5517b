import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { stablecoinSupply } from '../facts.ts'
import { at, bodyOf, putSmallWorld, supply } from '../facts-for-tests.ts'
import { getChartByChain } from './get-chart-all.ts'

interface Point {
  date: string
  totalCirculating: Record<string, number>
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
  await app.put(stablecoinSupply, [
    supply('3', 'My Chain', at(0, 3), 8),
    supply('3', 'optimism', at(0, 3), 9),
  ])
})

afterAll(() => app.stop())

test('default: what stayed on the chain, what came to it', async () => {
  const ethereum = await bodyOf<Point[]>(app, '/stablecoincharts/Ethereum')
  expect(ethereum.length).toBe(31)
  expect(ethereum.at(-1)).toEqual({
    date: String(at(0)),
    // Alpha 2,100 − 100 − 400 bridged to Base; Beta 110.
    totalCirculating: { peggedUSD: 1_600, peggedEUR: 110 },
    totalUnreleased: { peggedUSD: 100, peggedEUR: 0 },
    // 1,600 × 0.97; 110 × 1.2.
    totalCirculatingUSD: { peggedUSD: 1_552, peggedEUR: 132 },
    // 2,100 × 0.97.
    totalMintedUSD: { peggedUSD: 2_037, peggedEUR: 132 },
    totalBridgedToUSD: { peggedUSD: 0, peggedEUR: 0 },
    totalCarried: {},
  })
  expect(Value.Check(getChartByChain.response, ethereum)).toBe(true)
  expect((await bodyOf<Point[]>(app, '/stablecoincharts/base')).at(-1)).toMatchObject({
    totalCirculating: { peggedUSD: 400, peggedVAR: 70 },
    // 400 × 0.97.
    totalBridgedToUSD: { peggedUSD: 388, peggedVAR: null },
  })
})

test('behavior: a chain begins with its first stablecoin and skips days without any', async () => {
  const points = await bodyOf<Point[]>(app, '/stablecoincharts/tron')
  // Delta from 20 to 10 days ago, Alpha yesterday and, carried, today.
  expect(
    points.map(({ date, totalCirculating }) => [Number(date), totalCirculating.peggedUSD]),
  ).toEqual([
    ...Array.from({ length: 10 }, (_, index) => [at(20 - index), 500]),
    [at(10), 400],
    [at(1), 50],
    [at(0), 50],
  ])
})

test('behavior: one stablecoin on the chain', async () => {
  const points = await bodyOf<Point[]>(app, '/stablecoincharts/base?stablecoin=1')
  expect(points.map(({ totalCirculating }) => totalCirculating)).toEqual([
    ...Array(6).fill({ peggedUSD: 200 }),
    { peggedUSD: 300 },
    { peggedUSD: 400 },
  ])
})

test.each(['OP%20Mainnet', 'op-mainnet', 'optimism', '10', 'Op_Mainnet'])(
  'behavior: found as %s',
  async (name) => {
    expect(await bodyOf<Point[]>(app, `/stablecoincharts/${name}`)).toMatchObject([
      { totalCirculating: { peggedVAR: 9 } },
    ])
  },
)

test.each(['My%20Chain', 'my-chain'])(
  'behavior: a chain that only the facts know, found as %s',
  async (name) => {
    expect(await bodyOf<Point[]>(app, `/stablecoincharts/${name}`)).toMatchObject([
      { totalCirculating: { peggedVAR: 8 } },
    ])
  },
)

test('behavior: ALL is all', async () => {
  expect(await bodyOf(app, '/stablecoincharts/ALL')).toEqual(
    await bodyOf(app, '/stablecoincharts/all'),
  )
})

test('behavior: a chain that is only a source of bridged tokens is not one that has them', async () => {
  expect(await app.get('/stablecoincharts/solana')).toMatchObject({ status: 404 })
})

test.each([
  ['Etherium', ['Ethereum']],
  ['__proto__', undefined],
])('error: 404 when nothing is called %s', async (name, suggestions) => {
  const response = await app.get(`/stablecoincharts/${name}`)
  expect(response).toMatchObject({
    status: 404,
    body: { error: 'not_found', ...(suggestions && { suggestions }) },
  })
})

test('error: 404 when the chain has no stablecoin, or not this one', async () => {
  expect(await app.get('/stablecoincharts/Solana')).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('Solana has no stablecoin') },
  })
  expect(await app.get('/stablecoincharts/Base?stablecoin=2')).toMatchObject({
    status: 404,
    body: { message: 'Beta Euro has no supply record on Base.' },
  })
  expect(await app.get('/stablecoincharts/Base?stablecoin=77')).toMatchObject({ status: 404 })
})

test.each(['0', 'x', '2.0'])('error: 400 when stablecoin is %s', async (value) => {
  expect(await app.get(`/stablecoincharts/Base?stablecoin=${value}`)).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
