import { expect, test } from 'vitest'
import { totalsUntilNow, wasRecordedLately } from './totals-until-now.ts'

const NOW = 1_768_392_000
const HOUR = 3_600
/** Totals at timestamps given as hours before now, oldest first. */
const totals = (...records: [hoursAgo: number, usd: number][]) => ({
  timesSec: records.map(([ago]) => NOW - ago * HOUR),
  totalsUsd: records.map(([, usd]) => usd),
})

test.each([
  ['never recorded', totals(), 5, totals([0, 5])],
  ['now follows what was recorded', totals([2, 3], [1, 4]), 5, totals([2, 3], [1, 4], [0, 5])],
  [
    'a record of this timestamp gives way to now',
    totals([1, 4], [0, 4.5]),
    5,
    totals([1, 4], [0, 5]),
  ],
  ['so does one of a later timestamp', totals([1, 4], [-1, 4.5]), 5, totals([1, 4], [0, 5])],
  ['only later ones', totals([-1, 4]), 5, totals([0, 5])],
  ['nothing is worth nothing', totals([1, 4]), 0, totals([1, 4], [0, 0])],
  ['not known now', totals([1, 4]), null, totals()],
])('default: %s', (_, recorded, nowUsd, expected) => {
  expect(totalsUntilNow(recorded, nowUsd, NOW)).toEqual(expected)
})

test.each([
  ['never', totals(), false],
  ['an hour ago', totals([1, 4]), true],
  ['two hours ago', totals([30, 1], [2, 4]), true],
  ['longer ago', totals([2.01, 4]), false],
  ['this timestamp, which is now and not before', totals([0, 4]), false],
  ['an hour ago and now', totals([1, 4], [0, 4]), true],
])('wasRecordedLately: %s', (_, recorded, expected) => {
  expect(wasRecordedLately(recorded, NOW)).toBe(expected)
})
