import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { tokens } from '../../registry/public.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { at, bodyOf, bridgeRow, putAt, transferRow } from '../facts-for-tests.ts'

let app: TestApp

interface Stats {
  totalTokensDeposited: Record<string, unknown>
  totalTokensWithdrawn: Record<string, unknown>
  totalAddressDeposited: Record<string, unknown>
  totalAddressWithdrawn: Record<string, unknown>
  [total: string]: unknown
}

const LARGEST = (2n ** 256n - 1n).toString()
const MANY = at(6)

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2026-01-01T00:00:00Z', bridges, [bridgeRow({ id: 1 }), bridgeRow({ id: 2 })])
  await putAt(app, '2026-01-01T00:00:00Z', tokens, [
    { coin: 'ethereum:0xusdc', symbol: 'USDC', name: null, decimals: 6, redirect: null },
    { coin: 'optimism:0xusdc', symbol: 'USDC.e', name: null, decimals: 6, redirect: null },
    { coin: 'ethereum:0xodd', symbol: 'ODD', name: null, decimals: null, redirect: null },
  ])
  const huge = { token: 'ethereum:0xhuge', amount: LARGEST, valueUsd: 1, fromAddress: '0xcarol' }
  await putAt(app, '2026-01-14T10:00:00Z', bridgeTransfers, [
    transferRow({
      bridge: 1,
      atSec: at(2),
      amount: '100000001',
      valueUsd: 100.5,
      fromAddress: '0xann',
    }),
    transferRow({
      bridge: 1,
      atSec: at(2, 23) + 3_599,
      amount: '2',
      valueUsd: 50,
      fromAddress: '0xann',
    }),
    transferRow({ bridge: 2, atSec: at(2, 5), amount: '30', valueUsd: null, fromAddress: '0xbob' }),
    transferRow({
      bridge: 1,
      atSec: at(2, 6),
      token: 'ethereum:0xodd',
      amount: '5',
      valueUsd: null,
      fromAddress: '0xbob',
    }),
    transferRow({ bridge: 1, atSec: at(2, 7), ...huge }),
    transferRow({ bridge: 1, atSec: at(2, 8), ...huge }),
    transferRow({
      bridge: 1,
      atSec: at(2, 9),
      isDeposit: false,
      fromAddress: '0xbridge',
      toAddress: '0xdan',
      valueUsd: 7,
    }),
    transferRow({
      bridge: 1,
      atSec: at(2, 9),
      chain: 'optimism',
      isDeposit: false,
      toAddress: '0xeve',
      amount: '900',
      valueUsd: 9,
    }),
    // The days beside it.
    transferRow({ bridge: 1, atSec: at(2) - 1, valueUsd: 1e6 }),
    transferRow({ bridge: 1, atSec: at(1), valueUsd: 1e6 }),
    transferRow({ bridge: 9, atSec: at(2), valueUsd: 1e6 }),
    // Forty tokens and addresses, each with its number as value; 10 is there twice.
    ...Array.from({ length: 40 }, (_, index) =>
      transferRow({
        bridge: 1,
        atSec: MANY + index,
        token: `ethereum:0xt${index}`,
        fromAddress: `0xa${index}`,
        valueUsd: Math.max(10, index),
      }),
    ),
  ])
})

afterAll(() => app.stop())

test('default: tokens and addresses of a day on a chain, and the totals', async () => {
  const body = await bodyOf<Stats>(app, `/bridgedaystats/${at(2, 12)}/Ethereum`)
  expect(body).toEqual({
    date: at(2),
    totalTokensDeposited: {
      // 100,000,001 + 2 + 30; the 30 without a price count in the amount alone.
      'ethereum:0xusdc': { usdValue: 150.5, amount: '100000033', symbol: 'USDC', decimals: 6 },
      // 2 × (2^256 − 1).
      'ethereum:0xhuge': {
        usdValue: 2,
        amount: '231584178474632390847141970017375815706539969331281128078915168015826259279870',
        symbol: null,
        decimals: null,
      },
      'ethereum:0xodd': { usdValue: null, amount: '5', symbol: 'ODD', decimals: null },
    },
    totalTokensWithdrawn: {
      'ethereum:0xusdc': { usdValue: 7, amount: '100000000', symbol: 'USDC', decimals: 6 },
    },
    totalAddressDeposited: {
      'ethereum:0xann': { usdValue: 150.5, txs: 2 },
      'ethereum:0xcarol': { usdValue: 2, txs: 2 },
      'ethereum:0xbob': { usdValue: null, txs: 2 },
    },
    totalAddressWithdrawn: { 'ethereum:0xdan': { usdValue: 7, txs: 1 } },
    totalDepositedUSD: 152.5,
    totalWithdrawnUSD: 7,
    totalDepositTxs: 6,
    totalWithdrawalTxs: 1,
  })
  expect(Object.keys(body.totalTokensDeposited)).toEqual([
    'ethereum:0xusdc',
    'ethereum:0xhuge',
    'ethereum:0xodd',
  ])
})

test('default: one bridge, and all chains', async () => {
  const one = await bodyOf<Stats>(app, `/bridgedaystats/${at(2)}/ethereum?id=2`)
  expect(one).toMatchObject({
    totalDepositTxs: 1,
    totalDepositedUSD: 0,
    totalAddressDeposited: { 'ethereum:0xbob': { usdValue: null, txs: 1 } },
  })
  expect(Object.keys(one.totalTokensDeposited)).toEqual(['ethereum:0xusdc'])
  const all = await bodyOf<Stats>(app, `/bridgedaystats/${at(2)}/all`)
  expect(all).toMatchObject({
    totalWithdrawnUSD: 16,
    totalWithdrawalTxs: 2,
    totalDepositedUSD: 152.5,
  })
  expect(Object.keys(all.totalAddressWithdrawn)).toEqual(['optimism:0xeve', 'ethereum:0xdan'])
})

test('behavior: the thirty largest; on a tie the one whose id comes first', async () => {
  const body = await bodyOf<Stats>(app, `/bridgedaystats/${MANY}/Ethereum`)
  // 39 down to 11 are 29; of the eleven that have 10 (numbers 0 to 10) the first by its id.
  const expected = [...Array.from({ length: 29 }, (_, index) => 39 - index), 0]
  expect(Object.keys(body.totalTokensDeposited)).toEqual(
    expected.map((number) => `ethereum:0xt${number}`),
  )
  expect(Object.keys(body.totalAddressDeposited)).toEqual(
    expected.map((number) => `ethereum:0xa${number}`),
  )
  // All forty: 11 × 10 + (11 + … + 39 = 725).
  expect(body).toMatchObject({ totalDepositedUSD: 835, totalDepositTxs: 40 })
})

const NOTHING = {
  totalTokensDeposited: {},
  totalTokensWithdrawn: {},
  totalAddressDeposited: {},
  totalAddressWithdrawn: {},
  totalDepositedUSD: 0,
  totalWithdrawnUSD: 0,
  totalDepositTxs: 0,
  totalWithdrawalTxs: 0,
}

test.each([
  ['a day between', at(4), 'Ethereum'],
  ['the first day of 1970', 0, 'Ethereum'],
  ['a day before the first one with transfers', at(100, 7), 'Ethereum'],
  ['today, after the last transfer', at(0, 23), 'Ethereum'],
  ['a chain that no bridge uses', at(2), 'Solana'],
])('behavior: empty maps for %s', async (_, timestamp, chain) => {
  const date = timestamp - (timestamp % 86_400)
  expect(await bodyOf(app, `/bridgedaystats/${timestamp}/${chain}`)).toEqual({ date, ...NOTHING })
})

test('behavior: the pro root says the same', async () => {
  const path = `bridgedaystats/${at(2)}/Ethereum?id=1`
  expect(await bodyOf(app, `/bridges/${path}`, { pro: true })).toEqual(
    await bodyOf(app, `/${path}`),
  )
})

test.each([
  ['tomorrow', at(-1), 'Ethereum', 'timestamp'],
  ['the far future', 4_294_967_295, 'Ethereum', 'timestamp'],
  ['no number', 'abc', 'Ethereum', 'timestamp'],
  ['a negative time', -1, 'Ethereum', 'timestamp'],
  ['milliseconds', 1_768_392_000_000, 'Ethereum', 'timestamp'],
  ['no bridge', at(2), 'Ethereum?id=abc', 'id'],
])('error: 400 for %s', async (_, timestamp, chain, name) => {
  const { status, body } = await app.get(`/bridgedaystats/${timestamp}/${chain}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error: 'invalid_parameter',
    message: expect.stringContaining(`\`${name}\``),
  })
})

test('error: 404 for an unknown chain or bridge', async () => {
  expect((await app.get(`/bridgedaystats/${at(2)}/Nowhere`)).status).toBe(404)
  expect((await app.get(`/bridgedaystats/${at(2)}/Ethereum?id=7`)).status).toBe(404)
})

test('behavior: of a corrected transfer only the newest version counts; asOf still sees the former', async () => {
  const corrected = transferRow({
    bridge: 1,
    atSec: at(2),
    amount: '1',
    valueUsd: 1,
    fromAddress: '0xzoe',
    token: 'ethereum:0xodd',
  })
  await putAt(app, '2026-01-14T11:00:00Z', bridgeTransfers, [corrected])
  const body = await bodyOf<Stats>(app, `/bridgedaystats/${at(2)}/Ethereum`)
  expect(body.totalTokensDeposited).toMatchObject({
    'ethereum:0xusdc': { usdValue: 50, amount: '32' },
    'ethereum:0xodd': { usdValue: 1, amount: '6' },
  })
  expect(body).toMatchObject({
    totalDepositedUSD: 53,
    totalDepositTxs: 6,
    totalAddressDeposited: { 'ethereum:0xann': { usdValue: 50, txs: 1 } },
  })
  const then = await bodyOf<Stats>(
    app,
    `/bridgedaystats/${at(2)}/Ethereum?asOf=2026-01-14T10:30:00Z`,
  )
  expect(then).toMatchObject({
    totalDepositedUSD: 152.5,
    totalAddressDeposited: { 'ethereum:0xann': { usdValue: 150.5, txs: 2 } },
  })
})
