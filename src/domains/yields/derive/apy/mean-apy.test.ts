import { expect, test } from 'vitest'
import type { ApySeries } from './apy-series.ts'
import { meanApy } from './mean-apy.ts'

const TODAY = 20_467
const days = (...list: [daysAgo: number, apyPct: number][]): ApySeries => ({
  times: list.map(([ago]) => TODAY - ago),
  apysPct: list.map(([, apyPct]) => apyPct),
})

test.each([
  ['the mean of what is there: (2 + 4 + 9) ÷ 3', days([2, 2], [1, 4], [0, 9]), 5],
  ['one day', days([0, 7]), 7],
  ['missing days do not count: (2 + 4) ÷ 2', days([29, 2], [0, 4]), 3],
  [
    'the thirtieth day counts, the one before does not: (3 + 5) ÷ 2',
    days([30, 1_000], [29, 3], [0, 5]),
    4,
  ],
  ['zero is a value: (0 + 4) ÷ 2', days([1, 0], [0, 4]), 2],
  ['the newest day without a yield: the others', days([1, 6]), 6],
  [
    'thirty days of 1 to 30: 15.5',
    days(...Array.from({ length: 30 }, (_, index): [number, number] => [29 - index, 30 - index])),
    15.5,
  ],
  ['nothing', days(), null],
  ['only days long past', days([31, 5]), null],
])('behavior: %s', (_, list, expected) => {
  expect(meanApy(list, TODAY)).toBe(expected)
})
