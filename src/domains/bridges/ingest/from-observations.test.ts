import { expect, test } from 'vitest'
import { nothingSeen, type SeenTransfer } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { observeTransfers } from './from-observations.ts'

const book = bookOf({ 'base:0xa': { priceUsd: 2, decimals: 6 } })

function rowOf(amount: SeenTransfer['amount'], more: Partial<SeenTransfer> = {}) {
  const transfer = {
    bridge: 1,
    chain: 'Base',
    txHash: '0xF',
    logIndex: 3,
    block: 9,
    from: '0x1',
    to: '0x2',
    isDeposit: true,
    sourceChain: null,
  }
  return observeTransfers(
    { ...nothingSeen(), transfers: [{ ...transfer, amount, atSec: 50, ...more }] },
    book,
  )[0]?.rows[0]
}

test('default: one side of a transfer, exact in its amount, valued at its timestamp', () => {
  // 1,500,000 with 6 decimals are 1.5 tokens at 2 USD.
  expect(rowOf({ coin: 'base:0xa', raw: 1_500_000n })).toEqual({
    bridge: 1,
    chain: 'base',
    txHash: '0xf',
    logIndex: 3,
    atSec: 50,
    block: 9,
    fromAddress: '0x1',
    toAddress: '0x2',
    token: 'base:0xa',
    amount: '1500000',
    valueUsd: 3,
    isDeposit: true,
    sourceChain: 'base',
  })
})

test('behavior: a transfer that a later reading does not see was undone, and keeps what it said', () => {
  expect(observeTransfers(nothingSeen(), book)).toMatchObject([
    { rows: [], nothing: { isUndone: true }, areEvents: true },
  ])
})

test('behavior: where a withdrawal came from is not made up', () => {
  expect(rowOf({ coin: 'base:0xa', raw: 1n }, { isDeposit: false })?.sourceChain).toBeNull()
})

test('behavior: without a price there is no value, and every digit of the amount stays', () => {
  const raw = 2n ** 200n + 1n
  expect(rowOf({ coin: 'base:0xB', raw })).toMatchObject({
    token: 'base:0xb',
    amount: String(raw),
    valueUsd: null,
  })
})

test('behavior: a value alone is kept without an amount; the source chain in its one spelling', () => {
  expect(
    rowOf({ coin: 'base:0xa', usd: 12.5 }, { sourceChain: 'OP Mainnet', isDeposit: false }),
  ).toMatchObject({
    amount: '0',
    valueUsd: 12.5,
    sourceChain: 'optimism',
  })
})
