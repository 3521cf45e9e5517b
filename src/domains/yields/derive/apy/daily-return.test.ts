import { expect, test } from 'vitest'
import { dailyReturn } from './daily-return.ts'

test.each([
  // By hand: the day's factor to the power of 365 is the year's.
  [0, 0],
  // ln 2 ÷ 365 = 0.001899033; e to that is 1.001900838.
  [100, 0.001900838],
  // ln 1.05 ÷ 365 = 0.048790164 ÷ 365 = 0.000133672; e to that is 1.000133681.
  [5, 0.000133681],
  // ln 0.5 ÷ 365 = −0.001899033; e to that is 0.998102769.
  [-50, -0.001897231],
])('default: %d percent a year is %d a day', (apyPct, expected) => {
  expect(dailyReturn(apyPct)).toBeCloseTo(expected, 9)
})
