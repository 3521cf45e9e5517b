import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countsAt,
  inTodaysShares,
  marketFigures,
  marketHistory,
  mNav,
  orNull,
  roundedRatio,
} from './market-history.ts'

test.each([
  // 300 of market cap for 200 of crypto.
  [300, 200, 1.5],
  [0, 200, 0],
  [300, 0, Number.NaN],
  [Number.NaN, 200, Number.NaN],
  [300, Number.NaN, Number.NaN],
])('default: mNAV of %d over %d is %d', (marketCap, treasuryUsd, ratio) => {
  expect(mNav(marketCap, treasuryUsd)).toBe(ratio)
})

test('behavior: what is not known is null, 0 is known', () => {
  expect([1.5, 0, Number.NaN, undefined, Number.POSITIVE_INFINITY].map(orNull)).toEqual([
    1.5,
    0,
    null,
    null,
    null,
  ])
})

test.each([
  [1.23456789, 1.23457],
  [0.5, 0.5],
  [12, 12],
  [0, 0],
  [123.45649, 123.456],
  [99_999.44, 99_999.4],
  [99_999.96, 100_000],
  [1_234_567.8, 1_234_568],
  [0.000123456789, 0.000123457],
  [0.00000012345678, 1.23457e-7],
  [Number.NaN, Number.NaN],
  [Number.POSITIVE_INFINITY, Number.NaN],
])('default: %d becomes %d', (value, rounded) => {
  expect(roundedRatio(value)).toBe(rounded)
})

test('property: off by less than a hundred-thousandth', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1e18, noNaN: true }), (value) => {
      expect(Math.abs(roundedRatio(value) / value - 1)).toBeLessThan(1e-5)
    }),
  )
})

describe('share counts', () => {
  const NOT_KNOWN = Number.NaN
  const COUNTS = [
    { atSec: 100, counts: [10, 11, 12] },
    { atSec: 200, counts: [20, NOT_KNOWN, 22] },
  ] as const

  test.each([
    [99, [NOT_KNOWN, NOT_KNOWN, NOT_KNOWN]],
    [100, [10, 11, 12]],
    [199, [10, 11, 12]],
    // The realistic count was not told again, so the one before holds.
    [200, [20, 11, 22]],
    [9_999, [20, 11, 22]],
  ])('default: the counts at %d', (atSec, expected) => {
    expect(countsAt(COUNTS, atSec)).toEqual(expected)
  })

  test('behavior: nothing told, nothing known', () => {
    expect(countsAt([], 100)).toEqual([NOT_KNOWN, NOT_KNOWN, NOT_KNOWN])
  })

  test('behavior: a split after a count multiplies it', () => {
    // Four for one at 150: the count of 100 is of old shares.
    const factorSince = (atSec: number) => (atSec < 150 ? 4 : 1)
    expect(inTodaysShares(COUNTS, factorSince)).toEqual([
      { atSec: 100, counts: [40, 44, 48] },
      { atSec: 200, counts: [20, NOT_KNOWN, 22] },
    ])
  })
})

test('default: counts × price, over the value of the treasury', () => {
  // 100, 120, 200 shares at 3; over 150.
  expect(marketFigures([100, 120, 200], 3, 150)).toEqual({
    shares: [100, 120, 200],
    mcaps: [300, 360, 600],
    mNavs: [2, 2.4, 4],
  })
})

test('behavior: each is null on its own', () => {
  expect(marketFigures([100, Number.NaN, 200], 3, 0)).toEqual({
    shares: [100, null, 200],
    mcaps: [300, null, 600],
    mNavs: [null, null, null],
  })
  expect(marketFigures([100, 120, 200], null, 150)).toEqual({
    shares: [100, 120, 200],
    mcaps: [null, null, null],
    mNavs: [null, null, null],
  })
  expect(marketFigures([100, 120, 200], 3, Number.NaN).mNavs).toEqual([null, null, null])
})

describe('market history', () => {
  const NOT_KNOWN = Number.NaN
  const DAY = 86_400
  const CLOSES = {
    timesSec: [9 * DAY, 10 * DAY, 11 * DAY, 14 * DAY, 15 * DAY],
    closes: [1, 2, 3, 4, 5],
  }
  const SHARES = [
    { atSec: 5 * DAY, counts: [100, 110, 120] },
    { atSec: 14 * DAY, counts: [200, NOT_KNOWN, 240] },
  ] as const
  // Days 10 to 14; on day 11 something had no price.
  const VALUES = {
    firstDay: 10,
    priced: Float64Array.of(50, 60, 1, 1, 80),
    whole: Float64Array.of(50, NOT_KNOWN, 1, 1, 80),
  }

  const rowsOf = ({ timesSec, shares, marketCaps, mNavs }: ReturnType<typeof marketHistory>) =>
    Array.from(timesSec, (atSec, row) => [
      atSec / DAY,
      ...[...shares, ...marketCaps, ...mNavs].map((column) => column[row]),
    ])

  test('default: a row for each trading day from the first value until today', () => {
    expect(rowsOf(marketHistory(CLOSES, SHARES, VALUES, 14))).toEqual([
      // 100, 110, 120 shares at 2 are 200, 220, 240; over 50 that is 4, 4.4, 4.8.
      [10, 100, 110, 120, 200, 220, 240, 4, 4.4, 4.8],
      [11, 100, 110, 120, 300, 330, 360, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN],
      // At 4: 200 → 800 → 10; 110, not told again → 440 → 5.5; 240 → 960 → 12.
      [14, 200, 110, 240, 800, 440, 960, 10, 5.5, 12],
    ])
  })

  test('behavior: no values, no closes: no rows', () => {
    expect(rowsOf(marketHistory(CLOSES, SHARES, null, 14))).toEqual([])
    expect(rowsOf(marketHistory({ timesSec: [], closes: [] }, SHARES, VALUES, 14))).toEqual([])
  })

  test('behavior: without share counts nothing but the day is known', () => {
    expect(rowsOf(marketHistory(CLOSES, [], VALUES, 10))).toEqual([
      [10, ...Array.from({ length: 9 }, () => NOT_KNOWN)],
    ])
  })
})
