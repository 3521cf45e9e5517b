import { expect, test } from 'vitest'
import { pegSeries } from './peg-series.ts'

const days = [
  { date: 10, prices: { tether: 1.5, dai: null } },
  { date: 20, prices: { tether: 0.5 } },
]
const names = new Map([
  ['tether', 'USDT'],
  ['dai', 'DAI'],
])

test('prices, and their distance from a dollar in hundredths of a percent', () => {
  expect(pegSeries(days, names, false)).toEqual([
    {
      name: 'USDT',
      points: [
        [10, 1.5],
        [20, 0.5],
      ],
    },
  ])
  expect(pegSeries(days, names, true)).toEqual([
    {
      name: 'USDT',
      points: [
        [10, 5000],
        [20, -5000],
      ],
    },
  ])
})
