import { expect, test } from 'vitest'
import { newestOf, sumByChain } from './sum-by-chain.ts'

const row = (values: Record<string, number | null>, more = {}) => ({
  category: 'Dexs',
  doublecounted: false,
  breakdown24h: Object.fromEntries(
    Object.entries(values).map(([chain, value]) => [chain, { V1: value }]),
  ),
  ...more,
})

test('protocols add up on each of their chains', () => {
  const sums = sumByChain([
    row({ Base: 5, Blast: null }),
    row({ Base: 7 }),
    row({ Base: 100 }, { category: 'Chain' }),
    row({ Base: 100 }, { doublecounted: true }),
    row({}, { breakdown24h: null }),
  ])
  expect([...sums]).toEqual([['Base', 12]])
})

test('a part that is missing on the last day has the day before', () => {
  const newest = newestOf([
    [1, { Base: 5, Blast: 7 }],
    [2, { Base: 0, Blast: null }],
  ])
  expect(newest.get('Base')).toBe(0)
  expect(newest.get('Blast')).toBe(7)
  expect(newest.has('Sui')).toBe(false)
})
