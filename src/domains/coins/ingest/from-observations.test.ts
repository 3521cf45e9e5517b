import { expect, test } from 'vitest'
import { nothingSeen, type Observations } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { observeCoins } from './from-observations.ts'

function rowsOf(seen: Partial<Observations>) {
  return Object.fromEntries(
    observeCoins({ ...nothingSeen(), ...seen }, bookOf({})).map(({ fact, rows }) => [
      fact.name,
      rows,
    ]),
  )
}

test('default: prices, blocks and supplies become rows in their one spelling', () => {
  expect(
    rowsOf({
      prices: [{ coin: 'Base:0xA', atSec: 10, priceUsd: 2.5, confidence: 0.9 }],
      blocks: [{ chain: 'OP Mainnet', atSec: 10, height: 7 }],
      circulating: [{ coin: 'Base:0xA', tokens: 5, atSec: 10 }],
    }),
  ).toEqual({
    prices: [{ coin: 'base:0xa', atSec: 10, priceUsd: 2.5, confidence: 0.9 }],
    blocks: [{ chain: 'optimism', atSec: 10, height: 7 }],
    supplies: [{ coin: 'base:0xa', atSec: 10, circulating: 5 }],
  })
})

test('behavior: of several prices of a coin and second the surest stands; one in units of another coin is none', () => {
  const price = { coin: 'base:0xa', atSec: 10, priceUsd: 1, confidence: 0.6 }
  const { prices } = rowsOf({
    prices: [
      price,
      { ...price, priceUsd: 2, confidence: 0.8 },
      { ...price, priceUsd: 3, confidence: 0.8 },
      { ...price, inCoin: 'base:0xb', confidence: 1 },
    ],
  })
  expect(prices).toEqual([{ ...price, priceUsd: 2, confidence: 0.8 }])
})

test('behavior: of several blocks of a second the last stands', () => {
  const { blocks } = rowsOf({
    blocks: [7, 9, 8].map((height) => ({ chain: 'base', atSec: 10, height })),
  })
  expect(blocks).toEqual([{ chain: 'base', atSec: 10, height: 9 }])
})
