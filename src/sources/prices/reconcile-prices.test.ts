import { describe, expect, test } from 'vitest'
import { reconcilePrices } from './reconcile-prices.ts'

/** Prices and confidences that sources gave of one coin at one time. */
function reconciled(...seen: [priceUsd: number, confidence: number][]) {
  const { prices, remarks } = reconcilePrices(
    seen.map(([priceUsd, confidence]) => ({ coin: 'test:0xa', atSec: 100, priceUsd, confidence })),
  )
  return {
    prices: prices.map(({ priceUsd, confidence }) => [priceUsd, confidence]),
    reasons: remarks.map(({ reason }) => reason),
  }
}

describe('one coin at one time', () => {
  test('default: a single source is taken as it is', () => {
    expect(reconciled([10, 0.6])).toEqual({ prices: [[10, 0.6]], reasons: [] })
  })

  test('default: of sources within 2% the weighted median is taken, as sure as the surest', () => {
    // Weights 0.5 + 0.98 + 0.6 = 2.08, half 1.04: 9.95 brings 0.5, 10 brings 1.48.
    expect(reconciled([10.1, 0.6], [10, 0.98], [9.95, 0.5])).toEqual({
      prices: [[10, 0.98]],
      reasons: [],
    })
  })

  test('behavior: of two that agree the surer one is taken; equally sure, the lower one', () => {
    expect(reconciled([10, 0.98], [10.1, 0.9]).prices).toEqual([[10, 0.98]])
    expect(reconciled([10.1, 0.9], [10, 0.9]).prices).toEqual([[10, 0.9]])
  })

  test('behavior: what is under 0.3 has no say', () => {
    expect(reconciled([10, 0.5], [1000, 0.29])).toEqual({
      prices: [[10, 0.5]],
      reasons: ['confidence 0.29 is under 0.3'],
    })
    expect(reconciled([10, 0.29]).prices).toEqual([])
  })

  test('behavior: an outlier of over 5% is left out and named, and those that agree lose nothing', () => {
    // Weights 0.5, 0.5, 0.9, half 0.95: 10 brings 0.5, 10.1 brings 1.
    expect(reconciled([10, 0.5], [10.1, 0.5], [20, 0.9])).toEqual({
      prices: [[10, 0.5]],
      reasons: ['20 is 100% from 10 and was left out'],
    })
  })

  test('behavior: one that is between 2% and 5% away is named, not left out', () => {
    // Half of 1.5 is 0.75: 10 brings 0.5, 10.1 brings 1. 10.4 ÷ 10.1 is 2.97% away.
    expect(reconciled([10, 0.5], [10.1, 0.5], [10.4, 0.5])).toEqual({
      prices: [[10.1, 0.5]],
      reasons: ['10.4 is 2.97% from 10.1'],
    })
  })

  test('behavior: of two that contradict each other the surer one wins and is lowered by half of what the other weighs', () => {
    const { prices, reasons } = reconciled([10, 0.98], [11, 0.4])
    // 0.98 × (1 − 0.4 ÷ 2) = 0.784
    expect(prices).toEqual([[10, expect.closeTo(0.784, 12)]])
    expect(reasons).toEqual(['11 is 10% from 10 and was left out'])
  })

  test('behavior: two equally sure ones that contradict each other are served low, and count for no value', () => {
    // The lower one, 0.98 × (1 − 0.49) = 0.4998: under the 0.5 that value needs.
    expect(reconciled([13, 0.98], [10, 0.98]).prices).toEqual([[10, expect.closeTo(0.4998, 12)]])
  })

  test('behavior: a doubtful one that is contradicted makes no price', () => {
    // 0.35 × (1 − 0.35 ÷ 2) = 0.28875
    const { prices, reasons } = reconciled([10, 0.35], [12, 0.35])
    expect(prices).toEqual([])
    expect(reasons).toContain('contradicted, its confidence falls to 0.289')
  })

  test('behavior: a weak source cannot take away the price of a sure one, however far it is', () => {
    // 0.98 × (1 − 0.3 ÷ 2) = 0.833
    expect(reconciled([10, 0.98], [1e9, 0.3]).prices).toEqual([[10, expect.closeTo(0.833, 12)]])
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'error: %d is not a valid price',
    (priceUsd) => {
      expect(reconciled([priceUsd, 0.98])).toEqual({
        prices: [],
        reasons: [`${priceUsd} is not a valid price`],
      })
    },
  )
})

test('behavior: other coins and other times are settled by themselves', () => {
  const price = (coin: string, atSec: number, priceUsd: number) => ({
    coin,
    atSec,
    priceUsd,
    confidence: 0.9,
  })
  const seen = [price('test:0xa', 100, 1), price('test:0xa', 200, 2), price('test:0xb', 100, 3)]
  expect(reconcilePrices(seen)).toEqual({ prices: seen, remarks: [] })
})
