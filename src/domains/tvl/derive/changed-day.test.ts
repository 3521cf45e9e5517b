import { expect, test } from 'vitest'
import { changedDay, NEVER } from './changed-day.ts'

const DAY = 86_400
const at = (day: number, hour = 0) => day * DAY + hour * 3_600

// The first record was on day 10 at 02:00, the last daily one on day 20 at 01:00.
const SPAN = { firstSec: at(10, 2), lastSec: at(20, 1) }

test.each([
  ['a protocol that had none begins with its first row', at(15, 3), at(16), undefined, 15],
  ['later on the last day: that day has its record already', at(20, 5), at(20, 9), SPAN, NEVER],
  ['the next day', at(21), at(21), SPAN, 21],
  ['later on the last day and the next', at(20, 5), at(21, 1), SPAN, 21],
  ['after a gap: the days of the gap take the new record', at(25), at(25), SPAN, 21],
  [
    'a correction of the last record depends on the one before',
    at(20, 1),
    at(20, 1),
    SPAN,
    undefined,
  ],
  ['an earlier record of the last day too', at(20), at(20), SPAN, undefined],
  ['an old day too', at(14), at(14), SPAN, undefined],
  ['a correction of the first record: nothing lies before', at(10, 2), at(10, 2), SPAN, 10],
  ['later on the first day', at(10, 9), at(10, 9), SPAN, 10],
  ['before the first record', at(3), at(30), SPAN, 3],
])('behavior: %s', (_, firstSec, lastSec, span, expected) => {
  expect(changedDay({ protocol: '1', firstSec, lastSec }, span)).toBe(expected)
})
