import { describe, expect, test } from 'vitest'
import { DOLLARS, rateOn, sharePrice, usdCloses } from './share-price.ts'

describe('usd closes', () => {
  const DAY = 86_400
  const RATES = [
    { atSec: 2 * DAY + 5, usd: 0.5 },
    { atSec: 4 * DAY, usd: 2 },
  ]
  const CLOSES = { timesSec: [DAY, 2 * DAY, 3 * DAY, 4 * DAY], closes: [10, 10, 10, 10] }

  test.each([
    [DAY, Number.NaN],
    [2 * DAY, 0.5],
    [3 * DAY, 0.5],
    [4 * DAY, 2],
    [99 * DAY, 2],
  ])('default: the rate of the day from %d on is %d', (daySec, rate) => {
    expect(rateOn(RATES, daySec)).toBe(rate)
  })

  test('behavior: closes × the rate of their day', () => {
    expect([...Array.from(usdCloses(CLOSES, RATES, null).closes)]).toEqual([Number.NaN, 5, 5, 20])
    expect(Array.from(usdCloses(CLOSES, [], null).closes)).toEqual(
      Array.from({ length: 4 }, () => Number.NaN),
    )
  })

  test('behavior: a close before a split of four for one is a quarter in today’s shares', () => {
    const factorSince = (atSec: number) => (atSec < 3 * DAY ? 4 : 1)
    expect(Array.from(usdCloses(CLOSES, DOLLARS, factorSince).closes)).toEqual([2.5, 2.5, 10, 10])
  })

  test('behavior: dollars without splits are left as they are', () => {
    expect(usdCloses(CLOSES, DOLLARS, null).closes).toBe(CLOSES.closes)
  })
})

describe('share price', () => {
  const DAY = 86_400
  const QUOTE = { price: 110, atSec: 100 * DAY, volume: 7, previousClose: 100 }
  const NOTHING = { priceUsd: null, priceChangePct: null, volume: null }

  test('default: price, change since the close before in percent, shares traded', () => {
    expect(sharePrice(QUOTE, DOLLARS, 100)).toEqual({
      priceUsd: 110,
      priceChangePct: 10,
      volume: 7,
    })
  })

  test('behavior: in US dollars by the newest rate; without one the price is not known', () => {
    expect(sharePrice(QUOTE, [{ atSec: 50, usd: 0.5 }], 100)).toEqual({
      priceUsd: 55,
      priceChangePct: 10,
      volume: 7,
    })
    expect(sharePrice(QUOTE, [], 100)).toEqual({ priceUsd: null, priceChangePct: 10, volume: 7 })
  })

  test('behavior: a price of ten days ago counts, an older one does not', () => {
    expect(sharePrice(QUOTE, DOLLARS, 110).priceUsd).toBe(110)
    expect(sharePrice(QUOTE, DOLLARS, 111)).toEqual(NOTHING)
    expect(sharePrice(null, DOLLARS, 100)).toEqual(NOTHING)
  })

  test('behavior: the first close has no change', () => {
    expect(sharePrice({ ...QUOTE, previousClose: null }, DOLLARS, 100).priceChangePct).toBeNull()
  })
})
