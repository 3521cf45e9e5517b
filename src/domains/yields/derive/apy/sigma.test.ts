import { expect, test } from 'vitest'
import { addDay, NO_DAYS } from './running-figures.ts'
import { sigma } from './sigma.ts'

const after = (...apys: number[]) => apys.reduce(addDay, NO_DAYS)

test.each([
  ['no day', [], 0],
  ['one day', [8], 0],
  ['days alike', [5, 5, 5], 0],
  // Daily returns 0 and 0.001900838: deviation 0.001900838 ÷ √2 = 0.001344095; × √365 = 19.104973 →
  // 0.025678902; × 100.
  ['0 and 100 percent', [0, 100], 2.56789],
  // ln 1.05 and ln 1.1 over 365: 0.00013368 and 0.00026116, apart by 0.00012748; ÷ √2 × 19.104973 ×
  // 100.
  ['5 and 10 percent', [5, 10], 0.17221],
])('behavior: %s', (_, apys, expected) => {
  expect(sigma(after(...apys))).toBeCloseTo(expected, 4)
})
