import { expect, test } from 'vitest'
import type { ColumnKind } from '../table/column.ts'
import { sortRows } from './sort-rows.ts'

const rows = [
  { name: 'beta', tvl: 2, nested: { rank: 3 }, date: '99' },
  { name: 'Alpha', tvl: null, nested: { rank: 1 } },
  { name: 'gamma', tvl: 7, nested: { rank: 1 }, date: '100' },
  { name: 'Delta', nested: { rank: 2 } },
  { name: 'epsilon', tvl: 2, nested: {} },
]
const KINDS: Record<string, ColumnKind> = { name: 'text', date: 'time' }
const sorted = (name: string, order?: 'asc' | 'desc') => {
  const column = { kind: KINDS[name] ?? 'number' }
  return sortRows(rows, { column, path: name.split('.') }, order).map((row) => row.name)
}

test('default: numbers largest first, texts from A to Z in any case', () => {
  expect(sorted('tvl')).toEqual(['gamma', 'beta', 'epsilon', 'Alpha', 'Delta'])
  expect(sorted('name')).toEqual(['Alpha', 'beta', 'Delta', 'epsilon', 'gamma'])
})

test('behavior: times newest first, also where they are written as text', () => {
  expect(sorted('date').slice(0, 2)).toEqual(['gamma', 'beta'])
  expect(sorted('date', 'asc').slice(0, 2)).toEqual(['beta', 'gamma'])
})

test('behavior: unknown values come last either way, equals keep their order', () => {
  expect(sorted('tvl', 'asc')).toEqual(['beta', 'epsilon', 'gamma', 'Alpha', 'Delta'])
  expect(sorted('nested.rank', 'asc')).toEqual(['Alpha', 'gamma', 'Delta', 'beta', 'epsilon'])
  expect(sorted('nested.rank', 'desc')).toEqual(['beta', 'Delta', 'Alpha', 'gamma', 'epsilon'])
})
