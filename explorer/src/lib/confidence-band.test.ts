import { expect, test } from 'vitest'
import { bandOf, bandPath } from './confidence-band.ts'

const times = [10, 20, 30, 40]

test('as wide as what a price lacks of full confidence', () => {
  const { low, high, confidence } = bandOf(
    times,
    [100, 200, null, 50],
    new Map([
      [10, 0.9],
      [20, 1],
      [30, 0.5],
    ]),
  )
  // 100 lacks a tenth: 90 to 110. 200 lacks nothing. Without a price or a confidence: nothing.
  expect(low.map((value) => value?.toFixed(6) ?? null)).toEqual([
    ...['90.000000', '200.000000', null, null],
  ])
  expect(high.map((value) => value?.toFixed(6) ?? null)).toEqual([
    ...['110.000000', '200.000000', null, null],
  ])
  expect(confidence).toEqual([0.9, 1, 0.5, null])
})

test('no confidence at all has no width that could be drawn', () => {
  expect(bandOf([10], [100], new Map([[10, 0]])).low).toEqual([null])
})

test('a path: along the top, back along the bottom, broken at gaps', () => {
  const band = { low: [1, 2, null, 4], high: [3, 4, null, 6] }
  expect(
    bandPath(
      times,
      band,
      (sec) => sec,
      (value) => -value,
    ),
  ).toBe('M10 -3L20 -4L20 -2L10 -1ZM40 -6L40 -4Z')
})
