import { expect, test } from 'vitest'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { likelyStretch } from './likely-stretch.ts'

/** 5 transfers on day 100, 10 on day 101, none on day 102, 20 on day 103, 7 on day 104. */
const countOf = (day: number) => [5, 10, 0, 20, 7][day - 100] ?? 0
const midnight = (day: number) => day * DAY_SEC
const noon = (day: number) => midnight(day) + 12 * HOUR_SEC

test.each([
  // The 7 of day 104 may all lie after noon, so they are read but not relied on.
  ['one wanted', midnight(100), noon(104), 1, midnight(103), 27],
  ['exactly a day', midnight(100), noon(104), 20, midnight(103), 27],
  ['one more, over an empty day', midnight(100), noon(104), 21, midnight(101), 37],
  ['all but the last day', midnight(100), noon(104), 35, midnight(100), 42],
  ['more than there are: the whole stretch', midnight(100), noon(104), 36, midnight(100), 42],
  ['a start within a day, which is not whole', noon(101), noon(104), 25, noon(101), 37],
  ['a start within a day, reached before', noon(101), noon(104), 20, midnight(103), 27],
  ['within one day', midnight(103) + 5, noon(103), 1, midnight(103) + 5, 20],
  ['a single second', noon(103), noon(103), 100, noon(103), 20],
  ['days without transfers', midnight(50), noon(60), 1, midnight(50), 0],
])('default: %s', (_, fromSec, toSec, wanted, expectedSec, rows) => {
  expect(likelyStretch(countOf, { fromSec, toSec }, wanted)).toEqual({ fromSec: expectedSec, rows })
})
