import { expect, test } from 'vitest'
import { newestOf } from './newest-of.ts'

test('a part that is missing on the last day has the day before', () => {
  const newest = newestOf([
    [1, { Base: 5, Blast: 7 }],
    [2, { Base: 0, Blast: null }],
  ])
  expect(newest.get('Base')).toBe(0)
  expect(newest.get('Blast')).toBe(7)
  expect(newest.has('Sui')).toBe(false)
})
