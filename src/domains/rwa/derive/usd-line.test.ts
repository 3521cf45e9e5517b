import { expect, test } from 'vitest'
import { days, standing, textOf } from './series-for-tests.ts'
import { usdLine } from './usd-line.ts'

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

test('behavior: prices are asked for the days of the reports and a week more', () => {
  const asked: number[][] = []
  usdLine(days('1 2 3', 40), (first, last) => {
    asked.push([first, last])
    return new Float64Array(10)
  })
  expect(asked).toEqual([[40, 49]])
})
