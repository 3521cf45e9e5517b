import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const rows = [
  { name: 'beta', tvl: 2, nested: { rank: 3 } },
  { name: 'Alpha', tvl: null, nested: { rank: 1 } },
  { name: 'gamma', tvl: 7, nested: { rank: 1 } },
  { name: 'Delta', nested: { rank: 2 } },
  { name: 'epsilon', tvl: 2, nested: {} },
]
const sorted = (column: string, order?: 'asc' | 'desc') =>
  sortRows(rows, column.split('.'), order).map(({ name }) => name)

test('default: numbers largest first, texts from A to Z in any case', () => {
  expect(sorted('tvl')).toEqual(['gamma', 'beta', 'epsilon', 'Alpha', 'Delta'])
  expect(sorted('name')).toEqual(['Alpha', 'beta', 'Delta', 'epsilon', 'gamma'])
})

test('behavior: unknown values come last either way, equals keep their order', () => {
  expect(sorted('tvl', 'asc')).toEqual(['beta', 'epsilon', 'gamma', 'Alpha', 'Delta'])
  expect(sorted('nested.rank', 'asc')).toEqual(['Alpha', 'gamma', 'Delta', 'beta', 'epsilon'])
  expect(sorted('nested.rank', 'desc')).toEqual(['beta', 'Delta', 'Alpha', 'gamma', 'epsilon'])
})
