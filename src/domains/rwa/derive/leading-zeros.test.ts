import { expect, test } from 'vitest'
import { withoutLeadingZeros } from './leading-zeros.ts'

test.each([
  ['nothing', [], []],
  ['no zero before', [[1], [0], [2]], [[1], [0], [2]]],
  ['zeros before', [[0], [0], [3], [0]], [[3], [0]]],
  ['unknown before', [[null], [0], [3]], [[3]]],
  // biome-ignore format: a table
  ['one figure that is not 0 is enough', [[0, 0], [0, 5], [0, 0]], [[0, 5], [0, 0]]],
  ['only zeros', [[0], [null]], []],
])('behavior: %s', (_, points, expected) => {
  expect(withoutLeadingZeros<(number | null)[]>(points, (point) => point)).toEqual(expected)
})
