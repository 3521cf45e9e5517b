import { expect, test } from 'vitest'
import type { Outline, Part } from '../messages.ts'
import { createFigureFinder, readDimensionOutput } from './dimension-output.ts'
import { outputOf, response } from './output-for-tests.ts'

const A = 'ethereum:0xabcdef0000000000000000000000000000000001'

function read(parts: readonly Part[], outline: Record<string, Outline> = {}) {
  const findFigure = (key: string) => {
    if (key === 'dailyActiveUsers')
      return { metric: 'active-users', dataType: key, unit: 'count' as const }
    return ['dailyFees', 'dailyRevenue'].includes(key)
      ? { metric: 'fees', dataType: key, unit: 'usd' as const }
      : undefined
  }
  return readDimensionOutput({ ...outputOf(parts, outline), findFigure })
}

const flow = {
  protocol: '7',
  metric: 'fees',
  dataType: 'dailyFees',
  version: '',
  chain: 'ethereum',
  label: '',
  atSec: 1000,
}

test('default: dollars and counts, at the start of the range', () => {
  const { observations, warnings } = read([
    response(
      { dailyFees: '12.5', dailyActiveUsers: 3, timestamp: 5, totalFees: 9, dailyOdd: 1 },
      { version: 'v2' },
    ),
  ])
  expect(observations.flows).toEqual([
    { ...flow, version: 'v2', amount: { usd: 12.5 } },
    {
      ...flow,
      version: 'v2',
      metric: 'active-users',
      dataType: 'dailyActiveUsers',
      amount: { count: 3 },
    },
  ])
  expect(warnings).toEqual(['ethereum: dailyOdd is not a known figure and was left out'])
})

test('behavior: what labels do not speak of has none, so that labels and rest add up', () => {
  const balances = { [A]: '100', usd: 0.3 }
  const labels = { Swaps: { [A]: '60', usd: 0.1 }, Loans: { [A]: '15', usd: 0.2 } }
  const { observations } = read([response({ dailyFees: { balances, labels } })])
  // 100 − 60 − 15 = 25 tokens are left; 0.3 − 0.1 − 0.2 is a last digit, not an amount.
  expect(observations.flows).toEqual([
    { ...flow, label: 'Swaps', amount: { coin: A, raw: 60n } },
    { ...flow, label: 'Swaps', amount: { usd: 0.1 } },
    { ...flow, label: 'Loans', amount: { coin: A, raw: 15n } },
    { ...flow, label: 'Loans', amount: { usd: 0.2 } },
    { ...flow, amount: { coin: A, raw: 25n } },
  ])
})

test('behavior: a flow may take away', () => {
  const { observations } = read([
    response({ dailyRevenue: { balances: { [A]: '-5' }, labels: {} } }),
  ])
  expect(observations.flows.map(({ amount }) => amount)).toEqual([{ coin: A, raw: -5n }])
})

test('behavior: methods by the figure’s key or by its short name', () => {
  const methodology = { Fees: 'All paid.', dailyRevenue: 'Kept.', Odd: 'Nothing.' }
  const { observations } = read([], {
    methodology,
    breakdownMethodology: { Fees: { Swaps: '0.3% of trades.' } },
  })
  const method = { protocol: '7', metric: 'fees', label: '' }
  expect(observations.methods).toEqual([
    { ...method, dataType: 'dailyFees', methodology: 'All paid.' },
    { ...method, dataType: 'dailyRevenue', methodology: 'Kept.' },
    { ...method, dataType: 'dailyFees', label: 'Swaps', methodology: '0.3% of trades.' },
  ])
})

test.each([
  [{ dailyFees: Number.NaN }, /ethereum\.dailyFees must be a number, not NaN/],
  [
    { dailyFees: { balances: { [A]: 'x' }, labels: {} } },
    /ethereum\.dailyFees, ethereum:0x.* must be a number, not x/,
  ],
])('error: %j', (value, message) => {
  expect(() => read([response(value as never)])).toThrow(message)
})

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
