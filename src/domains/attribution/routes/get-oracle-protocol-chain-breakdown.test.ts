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

const getOracleProtocolChainBreakdown = chart('getOracleProtocolChainBreakdown')
const URL = '/api/v2/chart/oracle/protocol'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test('default: what one oracle secures, by chain', async () => {
  expect(
    await bodyOf(app, getOracleProtocolChainBreakdown, `${URL}/Arrow%20Feeds/chain-breakdown`),
  ).toEqual([
    { timestamp: D3, Ethereum: 100 + 500, Base: 10 },
    { timestamp: D2, Ethereum: 200 + 500, Base: 20 },
    { timestamp: D1, Ethereum: 1_000 },
    { timestamp: D0, Ethereum: 1_000 },
    { timestamp: NEWEST, Ethereum: 1_500 },
  ])
})

test('behavior: a link on one chain secures nothing on another', async () => {
  // Fork Four is on BSC only, its link on Ethereum only.
  expect(
    await bodyOf(app, getOracleProtocolChainBreakdown, `${URL}/cairn/chain-breakdown?start=${D0}`),
  ).toEqual([
    { timestamp: D0, Ethereum: 1_000, BSC: 80 },
    { timestamp: NEWEST, Ethereum: 1_500, BSC: 80 },
  ])
})

test('behavior: key picks a section', async () => {
  expect(
    await bodyOf(app, getOracleProtocolChainBreakdown, `${URL}/bell/chain-breakdown?key=borrowed`),
  ).toEqual([{ timestamp: NEWEST, Ethereum: 70 }])
})

test('error: 404 with near names', async () => {
  expect(await app.get(`${URL}/Bel/chain-breakdown`, { pro: true })).toMatchObject({
    status: 404,
    body: { suggestions: ['Bell'] },
  })
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, `${URL}/bell/chain-breakdown`)
})
