import { expect, test } from 'vitest'
import { dropsOf, fitsFilters, optionsOf } from './list-filters.ts'

interface Row {
  name: string
  chains: string[]
  category: string | null
}
const rows: Row[] = [
  { name: 'Wren Lend', chains: ['Base', 'Ethereum'], category: 'Lending' },
  { name: 'Indigo Swap', chains: ['Base'], category: null },
]
const chain = { id: 'chain', name: 'Chain', all: 'All', namesOf: (row: Row) => row.chains }
const category = {
  id: 'category',
  name: 'Category',
  all: 'All',
  namesOf: (row: Row) => [row.category],
}
const shown = (state: Record<string, unknown>) =>
  rows
    .filter((row) => fitsFilters(row, state, ({ name }) => [name], [chain, category]))
    .map(({ name }) => name)

test('text in any case; every filter must hold', () => {
  expect(shown({ q: ' wREN' })).toEqual(['Wren Lend'])
  expect(shown({ q: '', chain: ['Base'] })).toEqual(['Wren Lend', 'Indigo Swap'])
  expect(shown({ q: '', chain: ['Ethereum', 'Blast'] })).toEqual(['Wren Lend'])
  expect(shown({ q: '', chain: ['Base'], category: ['Lending'] })).toEqual(['Wren Lend'])
  expect(shown({ q: 'swap', category: ['Lending'] })).toEqual([])
})

test('options: each name once, missing left out', () => {
  expect(optionsOf(rows, chain)).toEqual(['Base', 'Ethereum'])
  expect(optionsOf(rows, category)).toEqual(['Lending'])
})

test('drops: the filter without which most rows fit comes first', () => {
  const state = { q: 'swap', category: ['Lending'], chain: [] }
  // Without the category Indigo Swap fits; without the text Wren Lend does; a tie keeps the order.
  expect(dropsOf(rows, state, ({ name }) => [name], [chain, category])).toEqual([
    { id: 'q', name: '“swap”', empty: '', fitting: 1 },
    { id: 'category', name: 'Category: Lending', empty: [], fitting: 1 },
  ])
  const none = { q: 'nobody', chain: ['Base'] }
  expect(
    dropsOf(rows, none, ({ name }) => [name], [chain]).map(({ id, fitting }) => [id, fitting]),
  ).toEqual([
    ['q', 2],
    ['chain', 0],
  ])
})
