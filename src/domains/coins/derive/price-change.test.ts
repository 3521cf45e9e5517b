import { describe, expect, test } from 'vitest'
import { changeTimestamps, priceChange } from './price-change.ts'

const DAY = 86_400
const NOW = 1_000 * DAY
const nothing = {
  timestamp: undefined,
  lookForward: false,
  period: undefined,
  searchWidth: undefined,
}

describe('changeTimestamps', () => {
  test.each([
    {
      name: 'now and a day ago, 6 hours wide',
      asked: {},
      at: NOW,
      other: NOW - DAY,
      width: 21_600,
    },
    {
      name: 'a timestamp and a day before',
      asked: { timestamp: 5 * DAY },
      at: 5 * DAY,
      other: 4 * DAY,
      width: 21_600,
    },
    {
      name: 'a day after when looking forward',
      asked: { timestamp: 5 * DAY, lookForward: true },
      at: 5 * DAY,
      other: 6 * DAY,
      width: 21_600,
    },
    {
      name: 'one period before, a quarter of it wide',
      asked: { period: 4_000 },
      at: NOW,
      other: NOW - 4_000,
      width: 1_000,
    },
    {
      name: 'never wider than two days',
      asked: { period: 21 * DAY },
      at: NOW,
      other: NOW - 21 * DAY,
      width: 2 * DAY,
    },
    { name: 'as wide as asked', asked: { searchWidth: 60 }, at: NOW, other: NOW - DAY, width: 60 },
    {
      name: 'as wide as asked, at most two days',
      asked: { searchWidth: 9 * DAY },
      at: NOW,
      other: NOW - DAY,
      width: 2 * DAY,
    },
    {
      name: 'before 1970 there is a timestamp too',
      asked: { timestamp: 100, period: 400 },
      at: 100,
      other: -300,
      width: 100,
    },
  ])('behavior: $name', ({ asked, at, other, width }) => {
    expect(changeTimestamps({ ...nothing, ...asked }, NOW)).toEqual({
      atSec: at,
      otherSec: other,
      widthSec: width,
    })
  })
})

describe('priceChange', () => {
  const records = [
    { atSec: 1_000, priceUsd: 80 },
    { atSec: 2_000, priceUsd: 100 },
    { atSec: 3_000, priceUsd: 0 },
    { atSec: 4_000, priceUsd: 5 },
  ]

  test.each([
    { name: 'looking back: (100 − 80) ÷ 80', at: 2_000, other: 1_000, price: 100, change: 25 },
    {
      name: 'looking forward, from the same two: (100 − 80) ÷ 80',
      at: 1_000,
      other: 2_000,
      price: 80,
      change: 25,
    },
    { name: 'down to nothing: (0 − 100) ÷ 100', at: 3_000, other: 2_000, price: 0, change: -100 },
    { name: 'up from nothing has no meaning', at: 4_000, other: 3_000, price: 5, change: null },
    {
      name: 'records a little off both timestamps: (5 − 100) ÷ 100',
      at: 4_010,
      other: 1_990,
      price: 5,
      change: -95,
    },
  ])('behavior: $name', ({ at, other, price, change }) => {
    expect(priceChange(records, { atSec: at, otherSec: other, widthSec: 10 })).toEqual({
      priceUsd: price,
      changePct: change,
    })
  })

  test('behavior: tells the timestamp that has no price, the requested one first', () => {
    expect(priceChange(records, { atSec: 1_500, otherSec: 500, widthSec: 10 })).toEqual({
      missingSec: 1_500,
    })
    expect(priceChange(records, { atSec: 1_000, otherSec: 500, widthSec: 10 })).toEqual({
      missingSec: 500,
    })
  })
})
