import { expect, test } from 'vitest'
import { sharePrice } from './share-price.ts'
import { DOLLARS } from './usd-closes.ts'

const DAY = 86_400
const QUOTE = { price: 110, atSec: 100 * DAY, volume: 7, previousClose: 100 }
const NOTHING = { priceUsd: null, priceChangePct: null, volume: null }

test('default: price, change since the close before in percent, shares traded', () => {
  expect(sharePrice(QUOTE, DOLLARS, 100)).toEqual({ priceUsd: 110, priceChangePct: 10, volume: 7 })
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
