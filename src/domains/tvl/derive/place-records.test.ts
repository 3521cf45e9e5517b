import { expect, test } from 'vitest'
import { placeRecords } from './place-records.ts'

/** Versions as `[time, run, value]`. */
function chosen(...versions: [number, number, number][]): [number, number][] {
  const { timesSec, usd } = placeRecords({
    chain: 'base',
    section: 'tvl',
    timesSec: Uint32Array.from(versions, ([atSec]) => atSec),
    runs: Uint32Array.from(versions, ([, run]) => run),
    usd: Float64Array.from(versions, ([, , value]) => value),
  })
  return [...timesSec].map((atSec, index) => [atSec, usd[index] ?? -1])
}

test('default: records in order stay as they are', () => {
  expect(chosen([100, 3, 1.5], [200, 1, 2.5])).toEqual([
    [100, 1.5],
    [200, 2.5],
  ])
})

test('behavior: any order comes out in order of time', () => {
  expect(chosen([300, 1, 3], [100, 1, 1], [200, 1, 2])).toEqual([
    [100, 1],
    [200, 2],
    [300, 3],
  ])
})

test('behavior: of several versions the latest run counts, wherever it stands', () => {
  expect(chosen([200, 9, 29], [100, 1, 11], [100, 4, 14], [100, 2, 12], [200, 3, 23])).toEqual([
    [100, 14],
    [200, 29],
  ])
})

test('behavior: times at both ends of what can be kept', () => {
  expect(chosen([4_294_967_295, 1, 2], [0, 1, 1])).toEqual([
    [0, 1],
    [4_294_967_295, 2],
  ])
})

test('behavior: one record, and none', () => {
  expect(chosen([100, 1, 7])).toEqual([[100, 7]])
  expect(chosen()).toEqual([])
})
