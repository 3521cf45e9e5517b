import { expect, test } from 'vitest'
import { panned, zoomAround, zoomTo } from './zoom.ts'

const times = Array.from({ length: 11 }, (_, index) => index * 10)

test('dragging: the points within; too few are no zoom', () => {
  expect(zoomTo(times, 12, 48)).toEqual({ from: 20, to: 40 })
  expect(zoomTo(times, 12, 31)).toBeNull()
  expect(zoomTo(times, 500, 600)).toBeNull()
})

test('keys: half around a point, twice as much, everything', () => {
  // Half of 0 … 100 around 40 is 20 … 70.
  expect(zoomAround(times, [0, 100], 40, 0.5)).toEqual({ from: 20, to: 70 })
  // Twice 20 … 70 around 40 is 0 … 100.
  expect(zoomAround(times, [20, 70], 40, 2)).toBe('all')
  expect(zoomAround(times, [20, 40], 30, 2)).toEqual({ from: 10, to: 50 })
  expect(zoomAround(times, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], 0, 0.5)).toEqual({
    from: 0,
    to: 50,
  })
  expect(zoomAround([], [0, 1], 0, 2)).toBeNull()
})

test('moving: half of the length, no further than the series', () => {
  expect(panned(times, [20, 60], 0.5)).toEqual({ from: 40, to: 80 })
  expect(panned(times, [20, 60], -1)).toEqual({ from: 0, to: 40 })
  expect(panned(times, [60, 100], 0.5)).toBeNull()
})
