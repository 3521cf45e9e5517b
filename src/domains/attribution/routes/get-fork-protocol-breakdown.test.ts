import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
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

const getForkProtocolBreakdown = chart('getForkProtocolBreakdown')
const URL = '/api/v2/chart/fork/protocol-breakdown'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

// A fork of a fork counts for the fork: Fork Four’s 7 is no part of Swap Two’s 80. Family has Lend
// One and Estate Seven.
const ROWS = [
  { timestamp: D3, Family: 110 },
  { timestamp: D2, Family: 220 + 600, 'Family V1': 600, 'Swap Two': 60 },
  { timestamp: D1, Family: 440 + 600, 'Family V1': 600, 'Swap Two': 80, 'Fork Three': 7 },
  { timestamp: D0, Family: 440 + 600, 'Family V1': 600, 'Swap Two': 80, 'Fork Three': 7 },
  { timestamp: NEWEST, Family: 550 + 600, 'Family V1': 600, 'Swap Two': 80, 'Fork Three': 7 },
]

test('default: the TVL of direct forks by the name of the original', async () => {
  expect(await bodyOf(app, getForkProtocolBreakdown, URL)).toEqual(ROWS)
})

test('behavior: key picks a section', async () => {
  expect(await bodyOf(app, getForkProtocolBreakdown, `${URL}?key=borrowed`)).toEqual([
    { timestamp: D3, Family: 40 },
    { timestamp: NEWEST, Family: 70 },
  ])
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, URL)
})

test('behavior: an original is shown under its present name', async () => {
  await app.put(protocols, [
    protocolRow({ id: '2', name: 'Swap Renamed', category: 'Dexs', previousNames: ['Swap Two'] }),
  ])
  const rows = ROWS.map(({ 'Swap Two': usd, ...row }) =>
    usd === undefined ? row : { ...row, 'Swap Renamed': usd },
  )
  expect(await bodyOf(app, getForkProtocolBreakdown, URL)).toEqual(rows)
})
