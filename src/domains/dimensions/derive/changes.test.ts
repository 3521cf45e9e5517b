import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { addWindowSums, toTotals } from './totals.ts'

const none = {
  change_1d: null,
  change_7d: null,
  change_1m: null,
  change_7dover7d: null,
  change_30dover30d: null,
}

test('default: each change has its own two sides', () => {
  const totals = {
    ...toTotals(addWindowSums([])),
    total24h: 110,
    total48hto24h: 100, // +10%
    total7DaysAgo: 88, // 110 ÷ 88 = 1.25
    total30DaysAgo: 330, // a third: −66.666…
    total7d: 700,
    total14dto7d: 800, // −12.5%
    total30d: 3_001,
    total60dto30d: 3_000, // +0.0333…
  }
  const expected = {
    change_1d: 10,
    change_7d: 25,
    change_1m: -66.67,
    change_7dover7d: -12.5,
    change_30dover30d: 0.03,
  }
  expect(changesOf(totals, false)).toEqual(expected)
  expect(changesOf(totals, true)).toEqual(expected)
})

test.each([
  { name: 'nothing known', totals: {}, own: null, overview: null },
  { name: 'no earlier side', totals: { total24h: 5 }, own: null, overview: null },
  { name: 'earlier side 0', totals: { total24h: 5, total48hto24h: 0 }, own: null, overview: null },
  { name: 'both 0', totals: { total24h: 0, total48hto24h: 0 }, own: null, overview: null },
  { name: 'later side 0', totals: { total24h: 0, total48hto24h: 5 }, own: -100, overview: null },
  { name: 'later side missing', totals: { total48hto24h: 5 }, own: null, overview: null },
  { name: 'the same', totals: { total24h: 5, total48hto24h: 5 }, own: 0, overview: 0 },
])('behavior: $name', ({ totals, own, overview }) => {
  const all = { ...toTotals(addWindowSums([])), ...totals }
  expect(changesOf(all, false)).toEqual({ ...none, change_1d: own })
  expect(changesOf(all, true)).toEqual({ ...none, change_1d: overview })
})
