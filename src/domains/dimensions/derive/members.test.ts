import { expect, test } from 'vitest'
import { member, seriesOf } from '../series-for-tests.ts'
import { countsInTotals, inCategory, listCategories, onChain } from './members.ts'

const names = (members: ReturnType<typeof onChain>) => members.map(({ subject }) => subject.name)

test('default: totals leave out double-counted protocols and chains', () => {
  const members = [
    member('A', [seriesOf({ 100: 1 })]),
    member('Twice', [seriesOf({ 100: 1 })], { isDoubleCounted: true }),
    member('Ethereum', [seriesOf({ 100: 1 })], { type: 'chain' }),
  ]
  expect(names(members.filter(countsInTotals))).toEqual(['A'])
})

test('behavior: a chain keeps its own series, but the record is still the whole one', () => {
  const base = seriesOf({ 100: 1 }, { chain: 'base' })
  const ethereum = seriesOf({ 101: 2 }, { chain: 'ethereum' })
  const [found, ...others] = onChain(
    [member('A', [base, ethereum]), member('B', [ethereum])],
    'base',
  )
  expect(others).toEqual([])
  expect(found?.counted).toEqual([base])
  expect(found?.all).toEqual([base, ethereum])
})

test('behavior: a category is found by name, slug or tag', () => {
  const members = [
    member('A', [], { category: 'Real World Assets (RWA)' }),
    member('B', [], { category: 'Dexs', tags: ['Real World Assets (RWA)'] }),
    member('C', [], { category: null }),
  ]
  expect(names(inCategory(members, 'real-world-assets-rwa'))).toEqual(['A', 'B'])
  expect(names(inCategory(members, 'Real World Assets (RWA)'))).toEqual(['A', 'B'])
  expect(names(inCategory(members, 'dexs'))).toEqual(['B'])
  expect(names(inCategory(members, 'lending'))).toEqual([])
})

test('behavior: categories are listed once, in order, tags among them', () => {
  const members = [
    member('A', [], { category: 'Lending' }),
    member('B', [], { category: 'Dexs', tags: ['Lending', 'AMM'] }),
    member('C', [], { category: null }),
  ]
  expect(listCategories(members)).toEqual(['AMM', 'Dexs', 'Lending'])
})
