import { expect, test } from 'vitest'
import { newestInOrder } from './newest-in-order.ts'

test.each([
  ['rows in order', [10, 20, 30], [1, 1, 1], [0, 1, 2]],
  ['rows the other way round', [30, 20, 10], [1, 1, 1], [2, 1, 0]],
  ['a later run corrects a moment', [10, 20, 20, 30], [1, 1, 2, 1], [0, 2, 3]],
  ['the correction comes first', [20, 10, 20], [5, 1, 3], [1, 0]],
  ['moments in order, all corrected afterwards', [10, 20, 10, 20], [1, 1, 2, 2], [2, 3]],
  ['one row', [0], [1], [0]],
  ['no rows', [], [], []],
])('default: %s', (_, timesSec, runs, places) => {
  expect(newestInOrder(timesSec, runs)).toEqual(places)
})
