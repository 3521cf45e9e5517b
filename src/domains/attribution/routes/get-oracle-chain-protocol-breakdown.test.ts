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

const getOracleChainProtocolBreakdown = chart('getOracleChainProtocolBreakdown')
const URL = '/api/v2/chart/oracle/chain'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test('default: what is secured on one chain, by oracle', async () => {
  expect(
    await bodyOf(app, getOracleChainProtocolBreakdown, `${URL}/Base/protocol-breakdown`),
  ).toEqual([
    { timestamp: D3, 'Arrow Feeds': 10 },
    { timestamp: D2, 'Arrow Feeds': 20 },
    { timestamp: D1, Bell: 40 },
    { timestamp: D0, Bell: 40 },
    { timestamp: NEWEST, Bell: 50 },
  ])
})

test('behavior: key picks a section', async () => {
  expect(
    await bodyOf(
      app,
      getOracleChainProtocolBreakdown,
      `${URL}/ethereum/protocol-breakdown?key=borrowed`,
    ),
  ).toEqual([
    { timestamp: D3, 'Arrow Feeds': 40 },
    { timestamp: NEWEST, Bell: 70 },
  ])
})

test('error: 404 when no oracle secures anything there, and with near names when nothing is called so', async () => {
  expect(await app.get(`${URL}/Solana/protocol-breakdown`, { pro: true })).toMatchObject({
    status: 404,
  })
  expect(await app.get(`${URL}/Bose/protocol-breakdown`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, `${URL}/ethereum/protocol-breakdown`)
})
