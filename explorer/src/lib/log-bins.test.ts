import { expect, test } from 'vitest'
import { boundsAt, logBins, placesOf } from './log-scale.ts'

const scale = { least: 1, most: 10_000 }

test('values are counted by their power of ten', () => {
  // 1…10, 10…100, 100…1,000 and 1,000…10,000; what is smaller or larger is at the edge.
  expect(logBins([0, 5, 10, 99, 100, 5_000, 1e9], scale, 4)).toEqual([2, 2, 1, 2])
  expect(logBins([], scale, 2)).toEqual([0, 0])
})

test('bounds and places', () => {
  expect(placesOf({ from: null, to: null }, scale)).toEqual([0, 1])
  expect(placesOf({ from: 10, to: 100 }, scale).map((place) => place.toFixed(6))).toEqual([
    ...['0.250000', '0.500000'],
  ])
  expect(boundsAt(0.5, 0.25, scale)).toEqual({ from: 10, to: 100 })
  expect(boundsAt(-0.2, 0.5, scale)).toEqual({ from: null, to: 100 })
  expect(boundsAt(0.5, 1, scale)).toEqual({ from: 100, to: null })
})
