import { expect, test } from 'vitest'
import { marketHistory } from './market-history.ts'

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
