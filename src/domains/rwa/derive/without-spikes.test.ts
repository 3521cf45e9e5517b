import { expect, test } from 'vitest'
import { days } from './series-for-tests.ts'
import { withoutSpikes } from './without-spikes.ts'

const cleaned = (text: string) =>
  [...withoutSpikes(days(text).values)]
    .map((value) => (Number.isNaN(value) ? '_' : value))
    .join(' ')

test.each([
  ['nothing is off', '100 120 90', '100 120 90'],
  ['a day of over ten times: 1,001 > 10 × 100', '100 1001 100', '100 _ 100'],
  ['ten times exactly is none', '100 1000 100', '100 1000 100'],
  ['a day of under a tenth: 9.9 < 100 ÷ 10', '100 9.9 100', '100 _ 100'],
  ['a tenth exactly is none', '100 10 100', '100 10 100'],
  ['nothing found for two days', '100 0 0 100', '100 _ _ 100'],
  ['five days', '100 5000 5000 5000 5000 5000 100', '100 _ _ _ _ _ 100'],
  [
    'six days are a change that came and went',
    '100 5000 5000 5000 5000 5000 5000 100',
    '100 5000 5000 5000 5000 5000 5000 100',
  ],
  ['up and down in one: both are off from 100', '100 5000 1 100', '100 _ _ 100'],
  // 1,500 > 10 × 100, but not over 10 × 900.
  ['off from the figure before only', '100 1500 900', '100 1500 900'],
  [
    'a change that stays',
    '100 5000 5100 5200 5300 5400 5500 5600',
    '100 5000 5100 5200 5300 5400 5500 5600',
  ],
  ['the first figure has none before it', '5000 100 100', '5000 100 100'],
  ['the last figure has none after it', '100 100 5000', '100 100 5000'],
  ['two spikes with one good day between', '100 5000 100 5000 100', '100 _ 100 _ 100'],
  // Figures on either side are the nearest known ones; the spike itself lasted one day.
  ['days without a figure around it', '100 _ _ 5000 _ _ _ _ 100', '100 _ _ _ _ _ _ _ 100'],
  // From the first to the last day of 5,000 it is six days.
  ['a hole inside counts as days', '100 5000 _ _ _ _ 5000 100', '100 5000 _ _ _ _ 5000 100'],
  ['a day between zeros: any figure is over ten times 0', '0 500 0', '0 _ 0'],
  ['a start from zero', '0 0 500 600', '0 0 500 600'],
  ['only zeros', '0 0 0', '0 0 0'],
  ['one day', '7', '7'],
  ['no figure at all', '_ _', '_ _'],
])('behavior: %s', (_, series, expected) => {
  expect(cleaned(series)).toBe(expected)
})

test('behavior: the series it is given stays as it is', () => {
  const { values } = days('100 5000 100')
  withoutSpikes(values)
  expect([...values]).toEqual([100, 5_000, 100])
})
