import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averagePrice, holdingsOf } from './holdings.ts'
import { compareEffect, type Transaction } from './transactions.ts'
import { dealt } from './transactions-for-tests.ts'

const held = (...transactions: Transaction[]) => {
  const [holding] = holdingsOf(transactions)
  return holding === undefined ? undefined : [holding.amount, holding.cost, averagePrice(holding)]
}

test('default: nothing counted, nothing held', () => {
  expect(holdingsOf([])).toEqual([])
})

test.each<[string, Transaction[], (number | null)[]]>([
  ['one purchase: 2 coins for 100 are 50 each', [dealt('purchase', 2, 100)], [2, 100, 50]],
  [
    'another: 100 + 200 for 4 coins are 75 each',
    [dealt('purchase', 2, 100), dealt('purchase', 2, 200)],
    [4, 300, 75],
  ],
  // A quarter of 300 goes with the coin, whatever it was sold for.
  [
    'a sale takes its part of the cost',
    [dealt('purchase', 4, 300), dealt('sale', 1, 5_000)],
    [3, 225, 75],
  ],
  ['so does what is spent', [dealt('purchase', 4, 300), dealt('spend', 3, null)], [1, 75, 75]],
  [
    'income costs what it was worth',
    [dealt('income', 1, 10), dealt('purchase', 1, 30)],
    [2, 40, 20],
  ],
  [
    'a part without a cost makes the cost unknown',
    [dealt('purchase', 2, 100), dealt('income', 1, null)],
    [3, null, null],
  ],
  [
    'it stays so after a sale of a part',
    [dealt('income', 2, null), dealt('sale', 1, 9)],
    [1, null, null],
  ],
  [
    'until nothing is left',
    [dealt('income', 2, null), dealt('sale', 2, 9), dealt('purchase', 1, 7)],
    [1, 7, 7],
  ],
  [
    'all sold: nothing held, no cost, no average',
    [dealt('purchase', 2, 100), dealt('sale', 2, 500)],
    [0, 0, null],
  ],
  [
    'more cannot go out than is there',
    [dealt('purchase', 2, 100), dealt('sale', 3, 500), dealt('purchase', 1, 10)],
    [1, 10, 10],
  ],
  // 0.1 + 0.2 − 0.3 leaves 5.6e-17 in binary fractions.
  [
    'what rounding leaves is nothing',
    [dealt('purchase', 0.1, 1), dealt('purchase', 0.2, 2), dealt('sale', 0.3, 3)],
    [0, 0, null],
  ],
  ['a free coin costs 0, which is known', [dealt('purchase', 1, 0)], [1, 0, 0]],
])('behavior: %s', (_, transactions, expected) => {
  expect(held(...transactions)).toEqual(expected)
})

test('behavior: assets apart, each with its days, announcements and number of transactions', () => {
  const all = [
    dealt('purchase', 1, 10, { day: 5, reportDate: '2026-01-07' }),
    dealt('purchase', 4, 10, { day: 5, reportDate: '2026-01-06' }),
    dealt('purchase', 7, 70, { day: 6, asset: 'aave' }),
    dealt('sale', 2, 10, { day: 9, reportDate: '2026-01-10' }),
  ]
  expect(holdingsOf(all)).toEqual([
    expect.objectContaining({ asset: 'aave', amount: 7, cost: 70, steps: [{ day: 6, amount: 7 }] }),
    {
      asset: 'bitcoin',
      amount: 3,
      // 20 for 5 coins, of which 3 are left.
      cost: 12,
      transactionCount: 3,
      firstReportDate: '2026-01-06',
      lastReportDate: '2026-01-10',
      steps: [
        { day: 5, amount: 5 },
        { day: 9, amount: 3 },
      ],
    },
  ])
})

test('property: never less than nothing, the cost between 0 and all that was paid, and selling does not change the average', () => {
  const each = fc.record({
    type: fc.constantFrom('purchase', 'sale'),
    amount: fc.integer({ min: 1, max: 1_000 }),
    usd: fc.integer({ min: 0, max: 1e6 }),
    day: fc.nat(20),
  })
  fc.assert(
    fc.property(fc.array(each, { minLength: 1, maxLength: 40 }), (list) => {
      const all = list
        .map(({ type, amount, usd, day }, id) => dealt(type, amount, usd, { id, day }))
        .sort(compareEffect)
      const [holding] = holdingsOf(all)
      const paid = all.reduce(
        (sum, { type, usdValue }) => sum + (type === 'purchase' ? (usdValue ?? 0) : 0),
        0,
      )
      expect(holding?.amount).toBeGreaterThanOrEqual(0)
      expect(holding?.cost).toBeGreaterThanOrEqual(0)
      expect(holding?.cost).toBeLessThanOrEqual(paid * (1 + 1e-9))
      expect(holding?.steps.at(-1)?.amount).toBe(holding?.amount)
      const half = (holding?.amount ?? 0) / 2
      if (half > 0) {
        const [after] = holdingsOf([...all, dealt('sale', half, 1, { day: 21 })])
        expect(averagePrice(after ?? { amount: 0, cost: 0 })).toBeCloseTo(
          (holding?.cost ?? 0) / (2 * half),
          6,
        )
      }
    }),
    { numRuns: 150 },
  )
})
