import { expect, test } from 'vitest'
import { days, textOf } from './series-for-tests.ts'
import { usdLine } from './usd-line.ts'

test.each([
  // 10 × 2, 20 × 2, 30 × 3.
  ['units times price', '10 20 30', '2 2 3', '20 40 90'],
  // 10 × 2 = 20 and 30 × 2 = 60; between them 40, whatever the price was.
  ['a day without a report', '10 _ 30', '2 9 2', '20 ~40 60'],
  ['a day without a price', '10 20 30', '2 _ 2', '20 ~40 60'],
  // 10 × 2, 10 × 50 = 500 > 10 × 20, 10 × 2.
  ['a price gone wrong', '10 10 10', '2 50 2', '20 ~20 20'],
  // 10,000 × 2 = 20,000 on two days; 20 + 1/3 × 30, 20 + 2/3 × 30.
  ['a report gone wrong', '10 10000 10000 25', '2 2 2 2', '20 ~30 ~40 50'],
  ['no price at all', '10 20', '_ _', 'nothing'],
  ['nothing there is 0', '0 0', '2 2', '0 0'],
])('behavior: %s', (_, units, rates, expected) => {
  expect(textOf(usdLine(days(units), () => days(rates).values))).toBe(expected)
})

test('behavior: prices are asked for the days of the reports', () => {
  const asked: number[][] = []
  usdLine(days('1 2 3', 40), (first, last) => {
    asked.push([first, last])
    return new Float64Array(3)
  })
  expect(asked).toEqual([[40, 42]])
})
