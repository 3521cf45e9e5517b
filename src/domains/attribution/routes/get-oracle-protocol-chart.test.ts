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

const getOracleProtocolChart = chart('getOracleProtocolChart')
const URL = '/api/v2/chart/oracle/protocol'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test.each([
  [
    'a migration in mid-series: the old oracle until the day before',
    'Arrow Feeds',
    [
      [D3, 610],
      [D2, 720],
      [D1, 1_000],
      [D0, 1_000],
      [NEWEST, 1_500],
    ],
  ],
  [
    'a migration in mid-series: the new oracle from that day on',
    'Bell',
    [
      [D2, 600],
      [D1, 1_040],
      [D0, 1_040],
      [NEWEST, 1_150],
    ],
  ],
  [
    'a link that begins at 06:00 counts from the next midnight',
    'Cairn',
    [
      [D3, 500],
      [D2, 500],
      [D1, 1_000],
      [D0, 1_080],
      [NEWEST, 1_580],
    ],
  ],
  [
    'a second primary oracle of the same protocol',
    'Ember',
    [
      [D2, 600],
      [D1, 600],
      [D0, 600],
      [NEWEST, 600],
    ],
  ],
])('default: %s', async (_, oracle, expected) => {
  expect(await bodyOf(app, getOracleProtocolChart, `${URL}/${encodeURIComponent(oracle)}`)).toEqual(
    expected,
  )
})

test.each(['arrow-feeds', 'ARROW%20FEEDS', 'Arrow_Feeds', 'arrowfeeds'])(
  'behavior: found as %s',
  async (name) => {
    expect(await bodyOf(app, getOracleProtocolChart, `${URL}/${name}?end=${D3}`)).toEqual([
      [D3, 610],
    ])
  },
)

test('behavior: a section it secures nothing of is empty', async () => {
  expect(await bodyOf(app, getOracleProtocolChart, `${URL}/ember?key=staking`)).toEqual([])
  expect(await bodyOf(app, getOracleProtocolChart, `${URL}/bell?key=all&start=${NEWEST}`)).toEqual([
    [NEWEST, 1_220],
  ])
})

test('error: 404 with near names', async () => {
  expect(await app.get(`${URL}/Arow%20Feeds`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found', suggestions: ['Arrow Feeds'] },
  })
})

test('error: 404 for an oracle that only stands by', async () => {
  expect(await app.get(`${URL}/Dusk`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, `${URL}/bell`)
})
