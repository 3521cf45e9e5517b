import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { at, putSmallWorld } from '../facts-for-tests.ts'
import { getDominance } from './get-dominance.ts'

interface Point {
  date: string
  greatestMcap: { symbol: string } | null
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

const PATH = '/stablecoins/stablecoindominance'

async function pointsOf(path: string): Promise<Point[]> {
  const { status, body } = await app.get(`${PATH}/${path}`, { pro: true })
  expect({ path, status }).toEqual({ path, status: 200 })
  return body as Point[]
}

test('default: the largest stablecoin of every day and its share', async () => {
  const points = await pointsOf('Ethereum')
  expect(points.length).toBe(31)
  expect(points.at(-1)).toEqual({
    date: String(at(0)),
    totalCirculatingUSD: { peggedUSD: 1_552, peggedEUR: 132 },
    greatestMcap: { aggregator_id: 'alpha', symbol: 'ALP', mcap: 1_552 },
    // 1,552 ÷ 1,684.
    dominance: (1_552 / 1_684) * 100,
  })
  expect(points[0]).toEqual({
    date: String(at(30)),
    totalCirculatingUSD: { peggedUSD: 900 },
    greatestMcap: { aggregator_id: 'alpha', symbol: 'ALP', mcap: 900 },
    dominance: 100,
  })
  expect(Value.Check(getDominance.response, points)).toBe(true)
})

test('behavior: the largest one changes', async () => {
  const points = await pointsOf('tron')
  expect(points.map(({ greatestMcap }) => greatestMcap?.symbol)).toEqual([
    ...Array(11).fill('DEL'),
    'ALP',
    'ALP',
  ])
})

test('behavior: one stablecoin, with its share in all', async () => {
  const points = await pointsOf('ethereum?stablecoin=2')
  expect(points.at(-1)).toEqual({
    date: String(at(0)),
    totalCirculatingUSD: { peggedEUR: 132 },
    greatestMcap: { aggregator_id: 'beta', symbol: 'BET', mcap: 132 },
    dominance: (132 / 1_684) * 100,
  })
  expect(points.length).toBe(3)
})

test('behavior: nothing with a value has no largest one', async () => {
  expect(await pointsOf('base?stablecoin=3')).toEqual([
    {
      date: String(at(0)),
      totalCirculatingUSD: { peggedVAR: null },
      greatestMcap: null,
      dominance: null,
    },
  ])
})

test.each(['all', 'ALL'])('behavior: %s chains together', async (name) => {
  const points = await pointsOf(name)
  expect(points.at(-1)).toMatchObject({
    totalCirculatingUSD: { peggedUSD: 1_988.5, peggedEUR: 132, peggedVAR: null },
    greatestMcap: { aggregator_id: 'alpha', symbol: 'ALP', mcap: 1_988.5 },
  })
})

test.each([
  ['Etherium', 404],
  ['Solana', 404],
  ['Base?stablecoin=2', 404],
  ['Base?stablecoin=77', 404],
  ['Base?stablecoin=0', 400],
  ['Base?stablecoin=abc', 400],
])('error: %s is %d', async (path, status) => {
  expect(await app.get(`${PATH}/${path}`, { pro: true })).toMatchObject({
    status,
    body: { error: status === 404 ? 'not_found' : 'invalid_parameter' },
  })
})

test('error: 404 on the free root, which does not have it', async () => {
  expect(await app.get('/stablecoindominance/Ethereum')).toMatchObject({ status: 404 })
})
