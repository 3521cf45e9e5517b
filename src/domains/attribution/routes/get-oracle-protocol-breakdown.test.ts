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

const getOracleProtocolBreakdown = chart('getOracleProtocolBreakdown')
const URL = '/api/v2/chart/oracle/protocol-breakdown'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test('default: primary oracles get everything, members of an aggregator equal parts, the others nothing', async () => {
  // Arrow and Cairn share Swap Two. Lend One is Arrow’s until D1, Bell’s from D1 on. Estate Seven
  // is Bell’s and Ember’s, in full.
  expect(await bodyOf(app, getOracleProtocolBreakdown, URL)).toEqual([
    { timestamp: D3, 'Arrow Feeds': 110 + 500, Cairn: 500 },
    { timestamp: D2, 'Arrow Feeds': 220 + 500, Cairn: 500, Bell: 600, Ember: 600 },
    { timestamp: D1, 'Arrow Feeds': 1_000, Cairn: 1_000, Bell: 440 + 600, Ember: 600 },
    { timestamp: D0, 'Arrow Feeds': 1_000, Cairn: 1_000 + 80, Bell: 440 + 600, Ember: 600 },
    { timestamp: NEWEST, 'Arrow Feeds': 1_500, Cairn: 1_500 + 80, Bell: 550 + 600, Ember: 600 },
  ])
})

test('behavior: a section is shared like the plain value', async () => {
  expect(await bodyOf(app, getOracleProtocolBreakdown, `${URL}?key=staking`)).toEqual([
    { timestamp: D0, 'Arrow Feeds': 150, Cairn: 150 },
    { timestamp: NEWEST, 'Arrow Feeds': 150, Cairn: 150 },
  ])
  expect(
    await bodyOf(app, getOracleProtocolBreakdown, `${URL}?start=${D3}&end=${D3}`),
  ).toHaveLength(1)
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, URL)
})
