import { expect, test } from 'vitest'
import { percentChange } from './percent-change.ts'

test.each([
  [100, 150, 50],
  [200, 150, -25],
  [100, 100, 0],
  [50, 0, -100],
  [4, 9, 125],
  [1, 1_001, 100_000],
])('default: from %d to %d is %d percent', (earlier, later, change) => {
  expect(percentChange(earlier, later)).toBe(change)
})

test.each([
  ['the earlier value is 0', 0, 5],
  ['both are 0', 0, 0],
  ['the earlier value is unknown', null, 5],
  ['the later value is unknown', 5, null],
  ['the earlier value is absent', undefined, 5],
  ['the later value is absent', 5, undefined],
])('behavior: null when %s', (_, earlier, later) => {
  expect(percentChange(earlier, later)).toBeNull()
})
