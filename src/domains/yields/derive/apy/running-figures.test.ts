import { expect, test } from 'vitest'
import { addDay, NO_DAYS } from './running-figures.ts'

const after = (...apys: number[]) => apys.reduce(addDay, NO_DAYS)

test.each([
  ['no day', [], 0, 0, 0],
  ['one day', [8], 1, 8, 0],
  // Mean 5; distances −3, −1, 4: 9 + 1 + 16.
  ['2, 4 and 9', [2, 4, 9], 3, 5, 26],
  ['the order does not matter', [9, 2, 4], 3, 5, 26],
  ['days that are all alike', [3, 3, 3, 3], 4, 3, 0],
  ['0 is a day like any other', [0, 10], 2, 5, 50],
])('behavior: %s', (_, apys, count, meanApyPct, apySquares) => {
  const figures = after(...apys)
  expect(figures.count).toBe(count)
  expect(figures.meanApyPct).toBeCloseTo(meanApyPct, 10)
  expect(figures.apySquares).toBeCloseTo(apySquares, 10)
})

test('behavior: logarithms of 1 + yield add up', () => {
  // ln 2 + ln 1.5 = ln 3.
  expect(after(100, 50).logSum).toBeCloseTo(Math.log(3), 12)
})

test('behavior: returns have a mean and distances of their own', () => {
  // 0 and 100 percent a year earn 0 and 0.001900838 a day: mean 0.000950419, each that far away, 2
  // × 0.000950419².
  const { meanReturn, returnSquares } = after(0, 100)
  expect(meanReturn).toBeCloseTo(0.000950419, 9)
  expect(returnSquares).toBeCloseTo(1.806591e-6, 11)
})

test('behavior: days alike have no distance, however high the yield', () => {
  expect(after(1e6, 1e6, 1e6)).toMatchObject({ apySquares: 0, returnSquares: 0 })
})
