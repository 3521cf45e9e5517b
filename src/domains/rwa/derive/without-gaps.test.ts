import { expect, test } from 'vitest'
import { days, textOf } from './series-for-tests.ts'
import { withoutGaps } from './without-gaps.ts'

test.each([
  ['no gap', '1 2 3', 100, '1 2 3'],
  // 10 + 1/2 × (20 − 10).
  ['one day', '10 _ 20', 100, '10 ~15 20'],
  // 10 + 1/4, 2/4, 3/4 × (30 − 10).
  ['three days', '10 _ _ _ 30', 100, '10 ~15 ~20 ~25 30'],
  ['downwards to zero', '30 _ _ 0', 100, '30 ~20 ~10 0'],
  ['two gaps', '1 _ 3 _ 5', 100, '1 ~2 3 ~4 5'],
  ['days before the first figure and after the last are cut', '_ _ 4 _ 6 _ _', 102, '4 ~5 6'],
  ['one figure', '_ 4 _', 101, '4'],
  ['a zero is a figure', '0 _ 0', 100, '0 ~0 0'],
])('behavior: %s', (_, series, firstDay, expected) => {
  const filled = withoutGaps(days(series))
  expect({ firstDay: filled?.firstDay, text: textOf(filled) }).toEqual({ firstDay, text: expected })
})

test('behavior: nothing comes of no figure', () => {
  expect(withoutGaps(days('_ _'))).toBeUndefined()
  expect(withoutGaps({ firstDay: 1, values: new Float64Array(0) })).toBeUndefined()
})
