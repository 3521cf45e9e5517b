import { describe, expect, test } from 'vitest'
import { dividendsPerShare, splitAdjusted, splitFactor } from './split-adjusted.ts'

describe('split adjusted', () => {
  const DAY = 86_400
  const bar = (day: number, price: number) => ({
    atSec: day * DAY,
    open: price,
    high: price + 8,
    low: price - 8,
    close: price,
    volume: 100,
  })

  test('default: a 4-for-1 split quarters the prices before its day and multiplies the volumes', () => {
    expect(
      splitAdjusted(
        [bar(1, 400), bar(2, 100), bar(3, 110)],
        [{ atSec: 2 * DAY, ratio: 4 }],
        9 * DAY,
      ),
    ).toEqual([
      { atSec: DAY, open: 100, high: 102, low: 98, close: 100, volume: 400 },
      bar(2, 100),
      bar(3, 110),
    ])
  })

  test('behavior: several splits multiply, a reverse split raises', () => {
    const splits = [
      { atSec: 2 * DAY, ratio: 4 },
      { atSec: 5 * DAY, ratio: 0.1 },
    ]
    // 4 × 0.1 before both, 0.1 between them, 1 from the second on.
    expect([1, 2, 4, 5].map((day) => splitFactor(splits, day * DAY, 9 * DAY))).toEqual([
      0.4, 0.1, 0.1, 1,
    ])
  })

  test('behavior: a split that is still to come changes nothing', () => {
    expect(splitFactor([{ atSec: 7 * DAY, ratio: 4 }], DAY, 6 * DAY)).toBe(1)
    expect(splitFactor([{ atSec: 7 * DAY, ratio: 4 }], DAY, 7 * DAY)).toBe(4)
  })

  test('behavior: no splits, no bars', () => {
    expect(splitAdjusted([bar(1, 1)], [], DAY)).toEqual([bar(1, 1)])
    expect(splitAdjusted([], [{ atSec: DAY, ratio: 2 }], DAY)).toEqual([])
  })

  test('behavior: closes alone are adjusted as whole bars are', () => {
    // Two splits after the first day, 4 and 2 for one; one after the second.
    const splits = [
      { atSec: 2 * DAY, ratio: 4 },
      { atSec: 3 * DAY, ratio: 2 },
    ]
    const closes = [1, 2, 3].map((day) => ({ atSec: day * DAY, close: 80 }))
    expect(splitAdjusted(closes, splits, 9 * DAY).map(({ close }) => close)).toEqual([10, 40, 80])
    expect(splitAdjusted(closes, splits, 2 * DAY).map(({ close }) => close)).toEqual([20, 80, 80])
    expect(splitAdjusted(closes, [], 9 * DAY)).toEqual(closes)
  })
})

describe('dividends per share', () => {
  const DAY = 86_400
  const NOW = 1_000 * DAY
  const dividend = (daysAgo: number, amount: number) => ({ atSec: NOW - daysAgo * DAY, amount })

  test.each([
    ['default: those of a year', [dividend(10, 0.5), dividend(364, 0.25)], [], 0.75],
    ['behavior: a year ago sharp is out', [dividend(10, 0.5), dividend(365, 0.25)], [], 0.5],
    // 1.00 before a 4-for-1 split is 0.25 of a share today.
    [
      'behavior: in today’s shares',
      [dividend(10, 0.5), dividend(100, 1)],
      [{ atSec: NOW - 50 * DAY, ratio: 4 }],
      0.75,
    ],
    ['behavior: a company that stopped paying pays zero', [dividend(400, 0.5)], [], 0],
    ['behavior: announced, not paid', [dividend(-1, 0.5)], [], null],
    ['behavior: none known', [], [], null],
  ])('%s', (_, dividends, splits, expected) => {
    expect(dividendsPerShare(dividends, splits, NOW)).toBe(expected)
  })
})
