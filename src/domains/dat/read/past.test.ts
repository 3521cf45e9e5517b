import { expect, test } from 'vitest'
import { NO_PAST, pastAfter } from './past.ts'

test('default: the past ends the day before the newest one', () => {
  expect(pastAfter(NO_PAST, 5, 100)).toEqual({ untilDay: 99 })
})

test('behavior: rows of recent days leave it as it is', () => {
  const past = { untilDay: 99 }
  for (const [changed, newest] of [
    [99, 100],
    [101, 101],
    [118, 118],
  ] as const)
    expect(pastAfter(past, changed, newest)).toBe(past)
})

test('behavior: an older row, or too many days since, makes another one', () => {
  const past = { untilDay: 99 }
  expect(pastAfter(past, 98, 100)).toEqual({ untilDay: 99 })
  expect(pastAfter(past, 98, 100)).not.toBe(past)
  // 119 − 99 is 20 days.
  expect(pastAfter(past, 119, 119)).toEqual({ untilDay: 118 })
})
