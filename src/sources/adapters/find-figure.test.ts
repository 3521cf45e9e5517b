import { expect, test } from 'vitest'
import { createFigureFinder } from './find-figure.ts'

const METRICS = [
  {
    name: 'dexs',
    dataTypes: [{ name: 'dailyVolume' }, { name: 'totalVolume', runningTotalOf: 'dailyVolume' }],
  },
  { name: 'aggregators', dataTypes: [{ name: 'dailyVolume' }] },
  {
    name: 'active-users',
    dataTypes: [{ name: 'dailyTransactionCount', aliases: ['dailyTransactionsCount'] }],
  },
]
const find = createFigureFinder(METRICS, (dataType) => dataType.endsWith('Count'))

test.each([
  ['dailyVolume', 'aggregators', { metric: 'aggregators', dataType: 'dailyVolume', unit: 'usd' }],
  ['dailyVolume', 'projects', { metric: 'dexs', dataType: 'dailyVolume', unit: 'usd' }],
  [
    'dailyTransactionsCount',
    'users',
    { metric: 'active-users', dataType: 'dailyTransactionCount', unit: 'count' },
  ],
  ['totalVolume', 'dexs', undefined],
  ['dailyMoon', 'dexs', undefined],
])('default: %s in the folder %s', (key, folder, figure) => {
  expect(find(key, folder)).toEqual(figure)
})
