import { expect, test } from 'vitest'
import { dayRows } from './day-rows.ts'

const token = (usdValue: number | null, symbol: string | null) => ({
  usdValue,
  amount: '1',
  symbol,
  decimals: 18,
})
const day = {
  date: 1,
  totalTokensDeposited: { 'base:0x1': token(5, 'DAI'), 'base:0x2': token(null, null) },
  totalTokensWithdrawn: { 'base:0x1': token(3, 'DAI') },
  totalAddressDeposited: { 'base:0xa': { usdValue: 5, txs: 2 } },
  totalAddressWithdrawn: {},
}

test('tokens with both ways; without a symbol by id, without a price missing', () => {
  expect(dayRows(day, 'token')).toMatchObject([
    { id: 'base:0x1', name: 'DAI', depositedUsd: 5, withdrawnUsd: 3, depositTxs: null },
    { id: 'base:0x2', name: 'base:0x2', depositedUsd: null, withdrawnUsd: null },
  ])
})

test('addresses with their transfers', () => {
  expect(dayRows(day, 'address')).toMatchObject([
    { name: 'base:0xa', depositedUsd: 5, depositTxs: 2, withdrawalTxs: null },
  ])
})
