import { expect, test } from 'vitest'
import { seriesOf } from './market-series.ts'

test('a total of value locked, of stablecoins and of a metric', () => {
  expect(seriesOf([{ date: 10, tvl: 5 }], 'A')).toEqual([{ name: 'A', points: [[10, 5]] }])
  const pegs = { peggedUSD: 3, peggedEUR: 4 }
  expect(seriesOf([{ date: '10', totalCirculatingUSD: pegs }], 'A')).toEqual([
    { name: 'A', points: [[10, 7]] },
  ])
  expect(seriesOf([[10, null]], 'A')).toEqual([{ name: 'A', points: [[10, null]] }])
})

test('parts by chain; a chain without a value on a day is missing', () => {
  const days = [
    { date: 10, tvl: { Base: 1 } },
    { date: 20, tvl: { Base: 2, Blast: 3 } },
  ]
  expect(seriesOf(days, 'A')).toEqual([
    {
      name: 'Base',
      points: [
        [10, 1],
        [20, 2],
      ],
    },
    {
      name: 'Blast',
      points: [
        [10, null],
        [20, 3],
      ],
    },
  ])
})
