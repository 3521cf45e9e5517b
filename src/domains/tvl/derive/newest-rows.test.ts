import { expect, test } from 'vitest'
import { familyOf, Registry } from '../../registry/registry.ts'
import { protocolRow } from '../facts-for-tests.ts'
import { newestFamilyRows } from './newest-rows.ts'

const registry = new Registry([
  protocolRow({ id: 'parent#pool', name: 'Pool' }),
  protocolRow({ id: '1', name: 'Pool V1', parent: 'parent#pool' }),
  protocolRow({ id: '2', name: 'Pool V2', parent: 'parent#pool', excludedFromParent: true }),
  protocolRow({ id: '3', name: 'Pool V3', parent: 'parent#pool', deadFromSec: 1_700_000_000 }),
  protocolRow({ id: '4', name: 'Other' }),
])
const idsOf = (slug: string) => familyOf(registry.get(slug), registry).map(({ id }) => id)

test.each([
  ['default: a protocol is its own family', 'other', ['4']],
  ['behavior: a child stands for itself, even one that its parent leaves out', 'pool-v2', ['2']],
  ['behavior: a parent is its children, dead ones too, but not those left out', 'pool', ['1', '3']],
])('%s', (_, slug, ids) => {
  expect(idsOf(slug)).toEqual(ids)
})

test('behavior: rows of the whole family; who has no record adds none', () => {
  const row = { chain: 'ethereum', section: 'tvl', usd: 5 }
  const recent = new Map([
    ['1', { rows: [row] }],
    ['2', { rows: [{ ...row, usd: 100 }] }],
  ])
  expect(newestFamilyRows(familyOf(registry.get('pool'), registry), recent)).toEqual([row])
  expect(newestFamilyRows(familyOf(registry.get('other'), registry), recent)).toEqual([])
})
