import { expect, test } from 'vitest'
import { DAY_SEC } from '../../lib/writing.ts'
import { categoryRows } from './category-rows.ts'

test('a category ends in the last day of its chart', () => {
  const rows = categoryRows({
    chart: {
      '0': { Lending: { tvl: 50 } },
      [String(23 * DAY_SEC)]: { Lending: { tvl: 80 }, Farm: { tvl: 4 } },
      [String(30 * DAY_SEC)]: { Lending: { tvl: 100 } },
    },
    categories: { Lending: ['wren-lend'], Farm: ['meadow-farm', 'indigo-farm'], Bridge: [] },
    categoryPercentages: { Lending: 96.2 },
  })
  expect(rows).toEqual([
    {
      name: 'Lending',
      protocols: ['wren-lend'],
      tvlUsd: 100,
      sharePercent: 96.2,
      weekChange: 25,
      monthChange: 100,
    },
    {
      name: 'Farm',
      protocols: ['meadow-farm', 'indigo-farm'],
      tvlUsd: 4,
      sharePercent: null,
      weekChange: null,
      monthChange: null,
    },
    {
      name: 'Bridge',
      protocols: [],
      tvlUsd: null,
      sharePercent: null,
      weekChange: null,
      monthChange: null,
    },
  ])
})
