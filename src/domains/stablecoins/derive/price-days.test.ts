import { expect, test } from 'vitest'
import { daily } from '../series-for-tests.ts'
import type { DailySeries } from './daily-series.ts'
import { eachPriceDay } from './price-days.ts'

function gathered(byName: ReadonlyMap<string, DailySeries>, today: number) {
  const days: [day: number, prices: Record<string, number>][] = []
  eachPriceDay(byName, today, (day, eachPrice) => {
    const prices: Record<string, number> = {}
    eachPrice((name, usd) => {
      prices[name] = usd
    })
    days.push([day, prices])
  })
  return days
}

test('default: the prices of each day, without those that have none', () => {
  const prices = new Map([
    ['tether', daily({ 10: 1, 11: 0.99 })],
    ['dai', daily({ 11: 1.01, 13: 1.02 })],
  ])
  expect(gathered(prices, 20)).toEqual([
    [10, { tether: 1 }],
    [11, { tether: 0.99, dai: 1.01 }],
    // Nothing on day 12.
    [13, { dai: 1.02 }],
  ])
})

test('behavior: a price of 0 is a price', () => {
  expect(gathered(new Map([['lost', daily({ 10: 0 })]]), 20)).toEqual([[10, { lost: 0 }]])
})

test('behavior: no day after today', () => {
  expect(
    gathered(new Map([['tether', daily({ 10: 1, 11: 2, 12: 3 })]]), 11).map(([day]) => day),
  ).toEqual([10, 11])
})

test('behavior: nothing of nothing', () => {
  expect(gathered(new Map(), 20)).toEqual([])
})
