import { expect, test } from 'vitest'
import {
  notAbove,
  standingPrices,
  standsOn,
  usdLine,
  withoutGaps,
  withoutSpikes,
} from './daily-line.ts'
import { days, line, standing, textOf } from './series-for-tests.ts'

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

test.each([
  [99, true],
  [100, true],
  [107, true],
  [108, false],
])('behavior: what was last reported on day 100 stands on day %i: %s', (day, expected) => {
  expect(standsOn(100, day)).toBe(expected)
})

test.each([
  // 10 × 2, 20 × 2, 30 × 3.
  ['units times price', '10 20 30', '2 2 3', `20 40 90${standing(90)}`],
  // 10 × 2 = 20 and 30 × 2 = 60; between them 40, whatever the price was.
  ['a day without a report', '10 _ 30', '2 9 2', `20 ~40 60${standing(60)}`],
  ['a day without a price', '10 20 30', '2 _ 2', `20 ~40 60${standing(60)}`],
  // 10 × 2, 10 × 50 = 500 > 10 × 20, 10 × 2.
  ['a price gone wrong', '10 10 10', '2 50 2', `20 ~20 20${standing(20)}`],
  // 10,000 × 2 = 20,000 on two days; 20 + 1/3 × 30, 20 + 2/3 × 30.
  ['a report gone wrong', '10 10000 10000 25', '2 2 2 2', `20 ~30 ~40 50${standing(50)}`],
  ['no price at all', '10 20', '_ _', 'nothing'],
  ['nothing there is 0', '0 0', '2 2', `0 0${standing(0)}`],
])('behavior: %s', (_, units, rates, expected) => {
  // The last price stands for the seven days after the last report.
  const { values } = days(rates)
  expect(
    textOf(
      usdLine(days(units), (first, last) =>
        Float64Array.from(
          { length: last - first + 1 },
          (__, at) => values[Math.min(at, values.length - 1)] ?? 0,
        ),
      ),
    ),
  ).toBe(expected)
})

test('behavior: after the last report the amount stands for a week at the price of the day', () => {
  // 10 tokens; prices of 2 on day 100, then 3, and from day 103 on none.
  const prices = days('2 3 3 _ _ _ _ _').values
  expect(textOf(usdLine(days('10'), () => prices))).toBe('20 ~30 ~30')
})

test('behavior: a price that comes after the last report', () => {
  const line = usdLine(days('10'), () => days('_ _ 3 _ _ _ _ _').values)
  expect({ firstDay: line?.firstDay, text: textOf(line) }).toEqual({ firstDay: 102, text: '~30' })
})

test('behavior: prices are requested for the days of the reports and a week more', () => {
  const asked: number[][] = []
  usdLine(days('1 2 3', 40), (first, last) => {
    asked.push([first, last])
    return new Float64Array(10)
  })
  expect(asked).toEqual([[40, 49]])
})

test.each([
  ['below everywhere', line('1 2 3'), line('4 4 4'), '1 2 3'],
  ['cut down to the other, the mark stays', line('1 ~9 3'), line('4 4 4'), '1 ~4 3'],
  ['the same', line('4'), line('4'), '4'],
  ['the other begins earlier', line('9 9', 102), line('1 2 3 4'), '3 4'],
])('behavior: %s', (_, own, limit, expected) => {
  expect(textOf(notAbove(own, limit))).toBe(expected)
})

const shown = (values: Float64Array) =>
  [...values].map((value) => (Number.isNaN(value) ? '_' : value)).join(' ')

test.each([
  ['the day’s own price', '1 2 3', 100, 102, '1 2 3'],
  ['a day without one has that of the day before', '1 _ 3', 100, 102, '1 1 3'],
  ['none before the first', '1 2', 98, 101, '_ _ 1 2'],
  ['it stands after the last', '1 2', 101, 103, '2 2 2'],
  // Day 101 + 35 = 136.
  ['for 35 days', '1 2', 135, 138, '2 2 _ _'],
  ['the range begins in a gap', '1 _ _ _ 5', 102, 104, '1 1 5'],
  ['a price of 0 is one', '3 0', 100, 102, '3 0 0'],
  ['one day', '4', 100, 100, '4'],
  ['a range of nothing', '4', 100, 99, ''],
])('behavior: %s', (_, series, firstDay, lastDay, expected) => {
  expect(shown(standingPrices(days(series), firstDay, lastDay))).toBe(expected)
})

test('behavior: without prices no day has one', () => {
  expect(shown(standingPrices(undefined, 1, 3))).toBe('_ _ _')
})
