import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { tvlTokens } from '../facts.ts'
import { at, bodyOf, held, protocolRow, tokenRecord } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Swap' }),
    protocolRow({ id: '2', name: 'Without Tokens' }),
    protocolRow({ id: 'parent#pool', name: 'Pool' }),
    protocolRow({ id: '3', name: 'Pool V1', parent: 'parent#pool' }),
    protocolRow({ id: '4', name: 'Pool V2', parent: 'parent#pool' }),
    protocolRow({ id: '5', name: 'Pool V3', parent: 'parent#pool' }),
  ])
  await app.put(tvlTokens, [
    ...held(tokenRecord('1', at(3, 1), { 'ethereum:0xe ETH': [1e8, 300e9] })),
    ...tokenRecord('1', at(3, 2), {
      'ethereum:0xe ETH': [100, 300_000],
      'ethereum:0xu USDC': [1_000, 1_000],
      'ethereum:0xs STABLE': [50, 50],
      'ethereum:0xo OLD': [10, 50],
      'ethereum:0xe ETH borrowed': [77, 231_000],
    }),
    ...tokenRecord('1', at(3, 8), { 'ethereum:0xe ETH': [1, 3_000] }),
    ...tokenRecord('1', at(1), {
      'ethereum:0xe ETH': [100, 310_000],
      'ethereum:0xu USDC': [1_000, 1_000],
    }),
    ...held(tokenRecord('1', at(1, 5), { 'ethereum:0xe ETH': [1e8, 300e9] })),
    ...tokenRecord('1', at(0, 11), {
      'ethereum:0xw WETH': [60, 240_000],
      'base:0xw weth': [50, 200_000],
      'ethereum:0xu USDC': [400, 400],
      'ethereum:0xs STABLE': [50, 75],
      'ethereum:0xn NEW': [7, 14],
    }),
    ...tokenRecord('3', at(3), { 'ethereum:0xu USDC': [100, 100] }),
    ...tokenRecord('3', at(0, 10), { 'ethereum:0xu USDC': [130, 130] }),
    ...tokenRecord('4', at(4), { 'ethereum:0xu USDC': [1_000, 1_000] }),
    ...tokenRecord('4', at(2), { 'ethereum:0xu USDC': [1_000, 1_000] }),
    ...tokenRecord('5', at(1), { 'ethereum:0xu USDC': [5, 5] }),
  ])
})

afterAll(() => app.stop())

const ask = (protocol: string, timestamp: number | string, query = '') =>
  bodyOf(app, `/api/inflows/${protocol}/${timestamp}${query}`, { pro: true })

// ETH 100 → 110 (60 + 50 wrapped): 10 × 4,000 in, for it is worth more now. USDC 1,000 → 400: 600
// out. STABLE rose in price only. OLD went out whole (50), NEW came in whole (14).
const SWAP = {
  inflows: 40_000 + 14,
  outflows: 600 + 50,
  netflow: 40_014 - 650,
  oldTokens: { date: at(3, 2), tvl: { ETH: 100, USDC: 1_000, STABLE: 50, OLD: 10 } },
  currentTokens: { date: at(0, 11), tvl: { ETH: 110, USDC: 400, STABLE: 50, NEW: 7 } },
}

test('default: from the first record of the day to the newest one', async () => {
  const body = await ask('swap', at(3))
  expect(body).toEqual(SWAP)
})

test.each([at(3) + 1, at(3, 12), at(2) - 1])(
  'behavior: %d means the UTC day that contains it',
  async (timestamp) => {
    expect(await ask('swap', timestamp)).toEqual(SWAP)
  },
)

test('behavior: end compares with the newest record at or before it', async () => {
  const expected = {
    inflows: 0,
    outflows: 50 + 50,
    netflow: -100,
    currentTokens: { date: at(1), tvl: { ETH: 100, USDC: 1_000 } },
  }
  expect(await ask('swap', at(3), `?end=${at(0, 11) - 1}`)).toMatchObject(expected)
  expect(await ask('swap', at(3), `?end=${at(1)}`)).toMatchObject(expected)
  expect(await ask('swap', at(3), `?end=${at(0, 11)}`)).toEqual(SWAP)
})

test('behavior: today may be compared with', async () => {
  expect(await ask('swap', at(0, 23))).toMatchObject({
    inflows: 0,
    outflows: 0,
    netflow: 0,
    oldTokens: { date: at(0, 11) },
  })
})

test('behavior: of a parent, its children together; a gap of one is no flow, a new one is', async () => {
  // V1 +30. V2 has no record that day, and held 1,000 before and after. V3 began later with 5.
  expect(await ask('pool', at(3))).toEqual({
    inflows: 35,
    outflows: 0,
    netflow: 35,
    oldTokens: { date: at(3), tvl: { USDC: 1_100 } },
    currentTokens: { date: at(0, 10), tvl: { USDC: 1_135 } },
  })
})

test.each([
  ['lies in the future', String(at(-1))],
  ['is not a time', 'yesterday'],
  ['is negative', '-1'],
])('error: 400 when timestamp %s', async (_, timestamp) => {
  expect(await app.get(`/api/inflows/swap/${timestamp}`, { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', message: expect.stringContaining('`timestamp`') },
  })
})

test('error: 400 when end is before the day', async () => {
  expect(await app.get(`/api/inflows/swap/${at(3)}?end=${at(3) - 1}`, { pro: true })).toMatchObject(
    {
      status: 400,
      body: { message: expect.stringContaining('`end`') },
    },
  )
})

test.each([
  ['there is no record on that day', 'swap', at(2)],
  ['no child has a record on that day', 'pool', at(9)],
  ['it has no tokens at all', 'without-tokens', at(3)],
])('error: 404 when %s', async (_, protocol, timestamp) => {
  expect(await app.get(`/api/inflows/${protocol}/${timestamp}`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})
