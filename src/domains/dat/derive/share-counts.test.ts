import { expect, test } from 'vitest'
import { countsAt, inTodaysShares } from './share-counts.ts'

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
