import { expect, test } from 'vitest'
import { apyPctOfGrowth, apyPctOfRay } from './yearly-rate.ts'

const DAY = 86_400

test.each([
  [0n, 0],
  // e^0.1 − 1, since a second is almost no time.
  [10n ** 26n, 10.517092],
  [10n ** 27n, 171.82818],
])('default: a yearly rate of %d ÷ 10^27 is %d percent with interest on interest', (rate, pct) => {
  expect(apyPctOfRay(rate)).toBeCloseTo(pct, 4)
})

test.each([
  // 1% in 73 days, five times in a year: 1.01^5 − 1.
  { before: 1, now: 1.01, days: 73, pct: 5.101005 },
  { before: 2, now: 2, days: 7, pct: 0 },
  // Half is lost in half a year: a quarter is left.
  { before: 1, now: 0.5, days: 182.5, pct: -75 },
])(
  'default: from $before to $now in $days days is $pct percent a year',
  ({ before, now, days, pct }) => {
    expect(
      apyPctOfGrowth({ value: before, atSec: 0 }, { value: now, atSec: days * DAY }),
    ).toBeCloseTo(pct, 5)
  },
)

test.each([
  [1, 1.01, DAY - 1],
  [0, 1, 7 * DAY],
  [1, 0, 7 * DAY],
])('behavior: from %d to %d in %d seconds says nothing of a year', (before, now, elapsedSec) => {
  expect(apyPctOfGrowth({ value: before, atSec: 0 }, { value: now, atSec: elapsedSec })).toBeNull()
})
