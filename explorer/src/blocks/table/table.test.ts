import { expect, test } from 'vitest'
import { type Column, exportCell, exportHead, unitOf, writeCell } from './column.ts'
import { leavesOf, sortRows, summed, treeRows, widestOf } from './table-rows.ts'

interface Row {
  name: string
  tvl: number | null
  chains: string[]
  at: number
}
const rows: Row[] = [
  { name: 'Wren', tvl: 5e6, chains: ['Base'], at: 1_794_831_667 },
  { name: 'ant 10', tvl: null, chains: [], at: 0 },
  { name: 'ant 9', tvl: 7e9, chains: ['Base', 'Ethereum'], at: 86_400 },
]
const name: Column<Row> = { id: 'name', head: 'Name', kind: 'text', value: (row) => row.name }
const tvl: Column<Row> = {
  id: 'tvl',
  head: 'TVL',
  kind: 'usd',
  addsUp: true,
  value: (row) => row.tvl,
}
const chains: Column<Row> = {
  id: 'chains',
  head: 'Chains',
  kind: 'names',
  value: (row) => row.chains,
}
const day: Column<Row> = { id: 'at', head: 'Day', kind: 'day', value: (row) => row.at }
const columns = [name, tvl, chains, day]

const sorted = (column: string, isDescending: boolean) =>
  sortRows(rows, columns, { column, isDescending }).map((row) => row.name)

test('sort: missing last in both directions, numbers within names in their order', () => {
  expect(sorted('tvl', true)).toEqual(['ant 9', 'Wren', 'ant 10'])
  expect(sorted('tvl', false)).toEqual(['Wren', 'ant 9', 'ant 10'])
  expect(sorted('name', false)).toEqual(['ant 9', 'ant 10', 'Wren'])
  expect(sorted('chains', true)).toEqual(['ant 9', 'Wren', 'ant 10'])
  expect(sorted('unheard-of', true)).toEqual(['Wren', 'ant 10', 'ant 9'])
})

test('cells: one unit a column, missing as a dash', () => {
  expect(rows.map((row) => writeCell(tvl, row))).toEqual(['5.0', '—', '7,000.0'])
  expect(unitOf(tvl)).toBe('$M')
  expect(rows.map((row) => writeCell(chains, row))).toEqual(['Base', '—', 'Base, Ethereum'])
})

test('exports: every digit, ISO days, the unit of the full figure', () => {
  expect(rows.map((row) => exportCell(tvl, row))).toEqual([5e6, null, 7e9])
  expect(exportHead(tvl)).toBe('TVL (USD)')
  expect(exportCell(day, rows[2] as Row)).toBe('1970-01-02')
  expect(exportCell(chains, rows[2] as Row)).toBe('Base;Ethereum')
})

test('totals: only columns that add up, missing left out', () => {
  expect(summed(columns, rows)).toEqual(new Map([['tvl', 7_005_000_000]]))
  expect(summed(columns, [rows[1] as Row])).toEqual(new Map([['tvl', null]]))
})

test('rows that are under others: below them in the same order, and counted in their place', () => {
  const [small, , large] = rows as [Row, Row, Row]
  const parent: Row = { name: 'Family', tvl: 7_005_000_000, chains: [], at: 0 }
  const single: Row = { name: 'Single', tvl: 1, chains: [], at: 0 }
  const childrenOf = (row: Row) => (row === parent ? [small, large] : [])
  const placed = (isOpen: boolean) =>
    treeRows(
      [single, parent],
      columns,
      { column: 'tvl', isDescending: true },
      {
        childrenOf,
        isOpen: (row) => isOpen && row === parent,
      },
    ).map(({ row, rank }) => [row.name, rank])
  expect(placed(false)).toEqual([
    ['Family', 1],
    ['Single', 2],
  ])
  expect(placed(true)).toEqual([
    ['Family', 1],
    ['ant 9', null],
    ['Wren', null],
    ['Single', 2],
  ])
  // 1 + 5,000,000 + 7,000,000,000: the parent itself is not added.
  const leaves = leavesOf([single, parent], { childrenOf, isOpen: () => false })
  expect(summed(columns, leaves)).toEqual(new Map([['tvl', 7_005_000_001]]))
})

test('widest: the longest text or list and the largest number, of no rows nothing', () => {
  expect(columns.map((column) => widestOf(rows, column)?.name)).toEqual([
    // Names have 4, 6 and 5 letters; values are 5 M, none and 7 bn; chains have 4, 0 and 12 letters.
    ...['ant 10', 'ant 9', 'ant 9', 'Wren'],
  ])
  expect(widestOf([], tvl)).toBe(undefined)
})
