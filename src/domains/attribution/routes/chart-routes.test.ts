import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  bodyOf,
  chart,
  D0,
  D1,
  D2,
  D3,
  expectRefusals,
  NEWEST,
  startWorld,
} from '../world-for-tests.ts'

const getOracleChart = chart('getOracleChart')
const URL = '/api/v2/chart/oracle'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

// Lend One + Swap Two, + Estate Seven from D2 on, + Fork Three once its link holds. Estate Seven
// has two primary oracles and counts once; the bridge, and Fork Four on a chain its link does not
// name, do not count.
const CHART = [
  [D3, 110 + 1_000],
  [D2, 220 + 1_000 + 600],
  [D1, 440 + 2_000 + 600],
  [D0, 440 + 2_000 + 600 + 80],
  [NEWEST, 550 + 3_000 + 600 + 80],
]

test('default: days at 00:00 UTC, then the newest record; every protocol once', async () => {
  expect(await bodyOf(app, getOracleChart, URL)).toEqual(CHART)
  expect(await bodyOf(app, getOracleChart, `${URL}?key=tvl`)).toEqual(CHART)
})

test.each([
  [
    'a section',
    'borrowed',
    [
      [D3, 40],
      [NEWEST, 70],
    ],
  ],
  [
    'another section',
    'staking',
    [
      [D0, 300],
      [NEWEST, 300],
    ],
  ],
  ['a section nobody has', 'vesting', []],
  [
    'everything',
    'all',
    [
      [D3, 1_150],
      [D2, 1_820],
      [D1, 3_040],
      [D0, 3_420],
      [NEWEST, 4_600],
    ],
  ],
])('behavior: key picks %s', async (_, key, expected) => {
  expect(await bodyOf(app, getOracleChart, `${URL}?key=${key}`)).toEqual(expected)
})

test('behavior: start and end bound the points, both included', async () => {
  expect(await bodyOf(app, getOracleChart, `${URL}?start=${D2}&end=${D1}`)).toEqual(
    CHART.slice(1, 3),
  )
  expect(await bodyOf(app, getOracleChart, `${URL}?start=${D2 + 1}`)).toEqual(CHART.slice(2))
  expect(await bodyOf(app, getOracleChart, `${URL}?start=${NEWEST}`)).toEqual(CHART.slice(4))
  expect(await bodyOf(app, getOracleChart, `${URL}?end=${NEWEST - 1}`)).toEqual(CHART.slice(0, 4))
  expect(await bodyOf(app, getOracleChart, `${URL}?start=${NEWEST + 1}`)).toEqual([])
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, URL)
})
