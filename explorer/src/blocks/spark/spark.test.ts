import { expect, test } from 'vitest'
import { sparkPath } from './spark-path.ts'

test('from low to high, broken at a gap, with its last point', () => {
  expect(sparkPath([0, 10, null, 5], 85, 20)).toEqual({
    path: 'M1.0 17.0L27.7 3.0M81.0 10.0',
    end: [81, 10],
  })
})

test('a flat line is in the middle; one point is no line', () => {
  expect(sparkPath([4, 4], 85, 20)?.path).toBe('M1.0 10.0L81.0 10.0')
  expect(sparkPath([4, null], 85, 20)).toBeNull()
})
