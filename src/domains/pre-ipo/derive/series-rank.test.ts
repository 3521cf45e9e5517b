import { expect, test } from 'vitest'
import { seriesKey, seriesRank } from './series-rank.ts'

test('default: from the first money to the last', () => {
  const labels = [
    'Strategic',
    'Angel',
    'Pre-Seed',
    'Seed',
    'Series A',
    'Series B',
    'Series G',
    'Growth',
    'Late Stage',
    'Pre-IPO',
  ]
  const ranks = labels.map(seriesRank)
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  expect(new Set(ranks).size).toBe(labels.length)
})

test.each([
  ['series b', 'Series B'],
  ['Series-B Round', 'Series B'],
  ['SERIES B', 'Series B'],
])('behavior: %s is %s', (written, meant) => {
  expect(seriesRank(written)).toBe(seriesRank(meant))
  expect(seriesKey(written)).toBe(seriesKey(meant))
})

test('behavior: a part of a series ranks as the series, under a label of its own', () => {
  expect(seriesRank('Series B2')).toBe(seriesRank('Series B'))
  expect(seriesKey('Series B2')).not.toBe(seriesKey('Series B'))
})

test('behavior: no label', () => {
  expect([seriesRank(null), seriesKey(null)]).toEqual([0, ''])
})
