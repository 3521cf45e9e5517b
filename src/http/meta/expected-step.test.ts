import { expect, test } from 'vitest'
import { expectedStep, isLate } from './get-freshness.ts'

test.each([
  ['hourly', [10_800, 7_200, 3_600, 0], 3_600],
  ['hourly with a gap of a day', [97_200, 93_600, 90_000, 3_600, 0], 3_600],
  ['two steps tell nothing', [7_200, 3_600, 0], null],
  ['nothing', [], null],
])('behavior: %s', (_, timestamps, step) => {
  // Steps of the second: 3,600, 3,600, 86,400, 3,600; the third of them in order is 3,600.
  expect(expectedStep(timestamps)).toBe(step)
})

test.each([
  [7_200, 3_600, false],
  [7_201, 3_600, true],
  [null, 3_600, null],
  [9, null, null],
])('behavior: an age of %j with a step of %j is late: %j', (age, step, late) => {
  expect(isLate(age, step)).toBe(late)
})
