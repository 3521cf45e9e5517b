import { expect, test } from 'vitest'
import { dropsOf, fitsFilters, optionsOf, setFilters } from './list-filters.ts'

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
const filters = { searchIn: ({ name }: Row) => [name], choices: [chain, category] }
const shown = (state: Record<string, unknown>) =>
  rows.filter((row) => fitsFilters(row, state, filters)).map(({ name }) => name)

test('text in any case; every filter must hold', () => {
  expect(shown({ q: ' wREN' })).toEqual(['Wren Lend'])
  expect(shown({ q: '', chain: ['Base'] })).toEqual(['Wren Lend', 'Indigo Swap'])
  expect(shown({ q: '', chain: ['Ethereum', 'Blast'] })).toEqual(['Wren Lend'])
  expect(shown({ q: '', chain: ['Base'], category: ['Lending'] })).toEqual(['Wren Lend'])
  expect(shown({ q: 'swap', category: ['Lending'] })).toEqual([])
})

test('rows with an excluded name are left out', () => {
  expect(shown({ 'not.chain': ['Ethereum'] })).toEqual(['Indigo Swap'])
  expect(shown({ 'not.category': ['Lending'] })).toEqual(['Indigo Swap'])
  expect(shown({ chain: ['Base'], 'not.chain': ['Base'] })).toEqual([])
})

test('options: each name once, missing left out', () => {
  expect(optionsOf(rows, chain)).toEqual(['Base', 'Ethereum'])
  expect(optionsOf(rows, category)).toEqual(['Lending'])
})

test('drops: the filter without which most rows fit comes first', () => {
  const drops = (state: Record<string, unknown>) =>
    dropsOf(rows, setFilters(state, filters), (row, { id, empty }) =>
      fitsFilters(row, { ...state, [id]: empty }, filters),
    )
  // Without the category Indigo Swap fits; without the text Wren Lend does; a tie keeps the order.
  expect(drops({ q: 'swap', category: ['Lending'], chain: [] })).toEqual([
    { id: 'q', name: '“swap”', empty: '', fitting: 1 },
    { id: 'category', name: 'Category: Lending', empty: [], fitting: 1 },
  ])
  expect(drops({ q: 'nobody', 'not.chain': ['Ethereum'] })).toEqual([
    { id: 'q', name: '“nobody”', empty: '', fitting: 1 },
    { id: 'not.chain', name: 'Chain: not Ethereum', empty: [], fitting: 0 },
  ])
})

test('bounds of a figure: what is missing is in none but open ones', () => {
  const limits = [{ id: 'tvl', name: 'TVL $M', of: (row: { tvl: number | null }) => row.tvl }]
  const fits = (tvl: number | null, from: number | null) =>
    fitsFilters({ tvl }, { tvl: { from, to: 9 } }, { searchIn: () => [], limits })
  expect([fits(5, 5), fits(4, 5), fits(10, null), fits(null, null)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(fitsFilters({ tvl: null }, {}, { searchIn: () => [], limits })).toBe(true)
  expect(setFilters({ tvl: { from: 5, to: null } }, { limits })).toEqual([
    { id: 'tvl', name: 'TVL', empty: { from: null, to: null } },
  ])
})
