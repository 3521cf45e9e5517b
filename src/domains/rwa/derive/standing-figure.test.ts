import { expect, test } from 'vitest'
import { line } from './series-for-tests.ts'
import { figureOn, standsOn, standsUntil } from './standing-figure.ts'

// Days 100 to 102.
const known = line('5 6 7')

test.each([
  [99, undefined],
  [100, 5],
  [102, 7],
  [103, 7],
  // 102 + 7.
  [109, 7],
  [110, undefined],
])('figureOn: day %i has %s', (day, expected) => {
  expect(figureOn(known, day)).toBe(expected)
})

test.each([
  [101, 101],
  [109, 109],
  [200, 109],
])('standsUntil: asked until day %i it stands until %i', (untilDay, expected) => {
  expect(standsUntil(known, untilDay)).toBe(expected)
})

test('standsOn: a week and no longer', () => {
  expect([100, 107, 108].map((day) => standsOn(100, day))).toEqual([true, true, false])
})
