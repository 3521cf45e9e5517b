import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { tvlRecords } from '../../tvl/public.ts'
import { oracleLinks } from '../facts.ts'
import {
  bodyOf,
  chart,
  D0,
  D1,
  D2,
  D3,
  expectRefusals,
  NEWEST,
  oracleLink,
  record,
  startWorld,
} from '../world-for-tests.ts'

const getOracleChainBreakdown = chart('getOracleChainBreakdown')
const URL = '/api/v2/chart/oracle/chain-breakdown'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test('default: by the display name of the chain; a chain without a value is not in the row', async () => {
  // Ethereum: Lend One + Swap Two, + Estate Seven from D2 on. BSC: Fork Three once its link holds.
  expect(await bodyOf(app, getOracleChainBreakdown, URL)).toEqual([
    { timestamp: D3, Ethereum: 100 + 1_000, Base: 10 },
    { timestamp: D2, Ethereum: 200 + 1_000 + 600, Base: 20 },
    { timestamp: D1, Ethereum: 400 + 2_000 + 600, Base: 40 },
    { timestamp: D0, Ethereum: 400 + 2_000 + 600, Base: 40, BSC: 80 },
    { timestamp: NEWEST, Ethereum: 500 + 3_000 + 600, Base: 50, BSC: 80 },
  ])
})

test('behavior: key picks a section, start and end the points', async () => {
  expect(await bodyOf(app, getOracleChainBreakdown, `${URL}?key=borrowed`)).toEqual([
    { timestamp: D3, Ethereum: 40 },
    { timestamp: NEWEST, Ethereum: 70 },
  ])
  expect(
    await bodyOf(app, getOracleChainBreakdown, `${URL}?key=all&start=${D0}&end=${D0}`),
  ).toEqual([{ timestamp: D0, Ethereum: 3_300, Base: 40, BSC: 80 }])
  expect(await bodyOf(app, getOracleChainBreakdown, `${URL}?start=${D1}&end=${D1}`)).toEqual([
    { timestamp: D1, Ethereum: 3_000, Base: 40 },
  ])
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, URL)
})

test('behavior: a chain called like the time of a row does not hide it', async () => {
  await app.put(tvlRecords, record('8', NEWEST + 60, { timestamp: 5 }))
  await app.put(oracleLinks, [oracleLink('8', 'Bell', 'Primary')])
  const rows = await bodyOf<{ timestamp: number }[]>(
    app,
    getOracleChainBreakdown,
    `${URL}?start=${NEWEST}`,
  )
  expect(rows).toEqual([
    { timestamp: NEWEST + 60, Ethereum: 4_100, Base: 50, BSC: 80, 'timestamp (name)': 5 },
  ])
})
