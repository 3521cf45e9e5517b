import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { at, bodyOf, putSmallWorld } from '../facts-for-tests.ts'
import { getChainBreakdown } from './get-chain-chart.ts'

type Row = Record<string, number | string[]>

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

const rowsOf = (query: string) =>
  bodyOf<Row[]>(app, getChainBreakdown, `/rwa/chart/chain-breakdown${query}`)

test('default: on-chain market cap of the base bucket, a member for each chain', async () => {
  const rows = await rowsOf('')
  // 18 days of what was given up, then four of the fund.
  expect(rows.length).toBe(22)
  expect(rows[0]).toEqual({ timestamp: at(40), Ethereum: 10 })
  expect(rows.slice(-4)).toEqual([
    { timestamp: at(3), Ethereum: 200 },
    { timestamp: at(2), Ethereum: 220 },
    { timestamp: at(1), Ethereum: 240 },
    { timestamp: at(0), Ethereum: 325, Base: 25 },
  ])
  expect(await rowsOf('?key=onChainMcap')).toEqual(rows)
})

test.each([
  ['?key=activeMcap', { timestamp: at(0), Ethereum: 262.5, Base: 25 }],
  // What is on Base is dust.
  ['?key=defiActiveTvl', { timestamp: at(0), Ethereum: 30 }],
  ['?includeStablecoin=true', { timestamp: at(0), Ethereum: 1_315, Base: 25 }],
  // 325 + 990 and 100 × 3, of which no report came today.
  [
    '?includeStablecoin=true&includeGovernance=true',
    { timestamp: at(0), Ethereum: 1_615, Base: 25, 'My Chain': 60 },
  ],
])('behavior: %s', async (query, expected) => {
  expect((await rowsOf(query)).at(-1)).toEqual(expected)
})

test('behavior: marks say what was interpolated, and a header how much', async () => {
  const rows = await rowsOf('?marks=true')
  expect(rows.slice(-4).map(({ interpolated }) => interpolated)).toEqual([
    undefined,
    ['Ethereum'],
    undefined,
    undefined,
  ])
  // Nine days between two reports, seven days that stand, and the day the fund was not reported.
  const plain = await app.get('/rwa/chart/chain-breakdown', { pro: true })
  expect(plain.headers['x-interpolated-points']).toBe('17')
})

test.each([
  'key=tvl',
  'key=OnChainMcap',
  'key=__proto__',
  'includeStablecoin=maybe',
  'includeGovernance=x',
  'marks=9',
])('error: 400 for %s', async (query) => {
  const response = await app.get(`/rwa/chart/chain-breakdown?${query}`, { pro: true })
  expect(response).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
})
