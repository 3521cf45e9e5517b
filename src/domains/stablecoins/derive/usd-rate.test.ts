import { expect, test } from 'vitest'
import { at, daily, shown } from '../series-for-tests.ts'
import { pegCurrency, presentPrice, type RateSources, standingRates, usdRates } from './usd-rate.ts'

test.each([
  ['peggedUSD', 'USD'],
  ['peggedEUR', 'EUR'],
  ['peggedXAU', 'XAU'],
  ['peggedREAL', 'BRL'],
  ['peggedVAR', undefined],
  ['pegged', undefined],
  ['USD', undefined],
  ['', undefined],
])('default: %s follows %s', (pegType, currency) => {
  expect(pegCurrency(pegType)).toBe(currency)
})

// The newest supply was reported at noon of day 20.
const present = { day: 20, newestSec: at(20, 12), today: 21 }
const euro = standingRates(daily({ 10: 1.1, 11: 1.2 }))

test.each<[string, RateSources, number, number | null]>([
  ['default: the price of the day', { price: daily({ 10: 0.98 }), peg: 1 }, 10, 0.98],
  ['behavior: a price of 0 is a price', { price: daily({ 10: 0 }), peg: 1 }, 10, 0],
  [
    'behavior: no price that day, pegged to the dollar: 1',
    { price: daily({ 10: 0.98 }), peg: 1 },
    11,
    1,
  ],
  ['behavior: no price ever, pegged to the dollar: 1', { price: undefined, peg: 1 }, 11, 1],
  [
    'behavior: no price that day, pegged to the euro: its rate',
    { price: daily({ 10: 1.11 }), peg: euro },
    11,
    1.2,
  ],
  ['behavior: neither a price nor a rate', { price: undefined, peg: euro }, 9, null],
  ['behavior: no price and no currency', { price: daily({ 10: 7 }), peg: undefined }, 11, null],
  [
    'behavior: on the present day a price of less than a day before',
    { price: daily({ 19: 0.5 }, 13), peg: 1 },
    20,
    0.5,
  ],
  [
    'behavior: a price of a day before is too old',
    { price: daily({ 19: 0.5 }, 12), peg: 1 },
    20,
    1,
  ],
  ['behavior: only on the present day', { price: daily({ 18: 0.5 }, 23), peg: 1 }, 19, 1],
])('%s', (_, sources, day, expected) => {
  expect(shown(usdRates(sources, day, day, present))).toEqual([expected])
})

test('behavior: each day of a range has its own', () => {
  // Days 8 and 9 before the first rate; 1.1 on day 10; the price of day 11 goes before the rate;
  // 1.2 on day 12 still stands.
  expect(shown(usdRates({ price: daily({ 11: 1.15 }), peg: euro }, 8, 12, present))).toEqual([
    null,
    null,
    1.1,
    1.15,
    1.2,
  ])
  expect(
    shown(usdRates({ price: daily({ 5: 2, 6: 3, 40: 4 }), peg: undefined }, 6, 7, present)),
  ).toEqual([3, null])
  expect(shown(usdRates({ price: daily({ 5: 2 }), peg: 1 }, 9, 8, present))).toEqual([])
})

test.each<[string, RateSources['price'], number | null]>([
  ['default: the newest one', daily({ 19: 0.9, 20: 0.95 }), 0.95],
  ['behavior: also when it is newer than the supply', daily({ 20: 0.95, 21: 0.97 }), 0.97],
  ['behavior: none from after today', daily({ 20: 0.95, 21: 0.97, 30: 3 }), 0.97],
  ['behavior: less than a day before the newest supply', daily({ 19: 0.9 }, 13), 0.9],
  ['behavior: not a day before it', daily({ 19: 0.9 }, 12), null],
  ['behavior: no prices', undefined, null],
])('%s', (_, price, expected) => {
  // The rate of a peg is no price.
  expect(presentPrice({ price, peg: 1 }, present)).toBe(expected)
})

test('behavior: exchange rates stand over a weekend, and for a week at most', () => {
  const rates = standingRates(daily({ 1: 1.1, 4: 1.2, 14: 1.3 }))
  expect(rates.firstDay).toBe(1)
  // Days 1 to 4; 1.2 stands from day 4 to day 11; then nothing until day 14; 1.3 stands until day
  // 21.
  expect(shown(rates.columns[0] ?? new Float64Array())).toEqual([
    ...[1.1, 1.1, 1.1],
    ...Array(8).fill(1.2),
    ...[null, null],
    ...Array(8).fill(1.3),
  ])
})
