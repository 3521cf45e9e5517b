import { expect, test } from 'vitest'
import { countedSeries, numberOf } from './holding.ts'

test('columns of a day: three share counts, three market caps, three premiums', () => {
  const stats = [
    [86_400, 10, 11, 12, 100, 110, 120, 1.5, 1.6, null],
    [172_800, 10, 11, 12, 200, 220, 240, 2, 2.2],
  ]
  expect(countedSeries(stats, 'shares')[2]?.points).toEqual([
    [86_400, 12],
    [172_800, 12],
  ])
  expect(countedSeries(stats, 'mcap')[0]).toEqual({
    name: 'Realized',
    points: [
      [86_400, 100],
      [172_800, 200],
    ],
  })
  expect(countedSeries(stats, 'premium')[2]?.points).toEqual([
    [86_400, null],
    [172_800, null],
  ])
})

test('figures that come as text', () => {
  expect([numberOf('15473.0182'), numberOf(null), numberOf('')]).toEqual([15473.0182, null, null])
})
