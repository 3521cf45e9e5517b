import { expect, test } from 'vitest'
import { differing, type Raise, sizeOf } from './raise.ts'

const report = (reporter: string, amount: number | null) => ({
  reporter,
  date: 0,
  round: 'Seed',
  amount,
  valuation: null,
  source: null,
})
const raise = (name: string, reports: Raise['reports']): Raise => ({
  date: 0,
  name,
  round: 'Seed',
  amount: 5,
  valuation: null,
  chains: [],
  category: null,
  categoryGroup: null,
  source: null,
  leadInvestors: [],
  otherInvestors: [],
  ...(reports === undefined ? {} : { reports }),
})

test('reports differ where two say different things; silence is no difference', () => {
  const found = differing([
    raise('Same', [report('a', 5), report('b', 5)]),
    raise('Silent', [report('a', 5), report('b', null)]),
    raise('Other', [report('a', 5), report('b', 6)]),
    raise('None', undefined),
  ])
  expect(found.map(({ name, reporter, amount }) => [name, reporter, amount])).toEqual([
    ['Other', 'a', 5],
    ['Other', 'b', 6],
  ])
})

test.each([
  [null, 'not said'],
  [9.9, 'under $10 M'],
  [10, '$10 M to 100 M'],
  [250, 'over $100 M'],
])('a round of %s million is %s', (amount, name) => {
  expect(sizeOf({ amount })).toBe(name)
})
