import { expect, test } from 'vitest'
import { geometricMeanApy } from './geometric-mean-apy.ts'
import { addDay, NO_DAYS } from './running-figures.ts'

const after = (...apys: number[]) => apys.reduce(addDay, NO_DAYS)

test.each([
  ['one day: its own yield', [8], 8],
  ['days alike: their yield', [5, 5, 5], 5],
  // Factors 1 and 4 have the geometric mean 2: 100 percent, not the 150 of the plain mean.
  ['0 and 300 percent', [0, 300], 100],
  // Factors 0.5 and 2 cancel out.
  ['−50 and 100 percent, as of options', [-50, 100], 0],
  // The cube root of 1.1 × 1.2 × 1.3 = 1.716 is 1.197216.
  ['10, 20 and 30 percent', [10, 20, 30], 19.7216],
  ['0', [0], 0],
])('behavior: %s', (_, apys, expected) => {
  expect(geometricMeanApy(after(...apys))).toBeCloseTo(expected, 4)
})

test('behavior: null without a day', () => {
  expect(geometricMeanApy(NO_DAYS)).toBeNull()
})
