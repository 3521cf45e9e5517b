import { describe, expect, test } from 'vitest'
import { familyOf, Registry } from '../../registry/registry.ts'
import { SECTIONS } from '../facts.ts'
import { protocolRow } from '../facts-for-tests.ts'
import { newestFamilyRows, recordValues, valueKeys } from './record-values.ts'

const NAMES: Record<string, string> = { ethereum: 'Ethereum', bsc: 'BSC', optimism: 'OP Mainnet' }
const nameOf = (key: string) => NAMES[key] ?? key

test('default: the three sorts of keys', () => {
  const rows = [
    { chain: 'ethereum', section: 'tvl', usd: 100 },
    { chain: 'ethereum', section: 'staking', usd: 7 },
    { chain: 'bsc', section: 'tvl', usd: 250 },
    { chain: 'bsc', section: 'staking', usd: 3 },
    { chain: 'bsc', section: 'borrowed', usd: 40 },
  ]
  expect(recordValues(rows, nameOf)).toEqual({
    tvl: 350,
    chains: ['BSC', 'Ethereum'],
    chainTvls: {
      Ethereum: 100,
      'Ethereum-staking': 7,
      BSC: 250,
      'BSC-staking': 3,
      staking: 10,
      'BSC-borrowed': 40,
      borrowed: 40,
    },
  })
})

test.each(SECTIONS)('behavior: %s is never part of the TVL', (section) => {
  const rows = [
    { chain: 'ethereum', section: 'tvl', usd: 1 },
    { chain: 'ethereum', section, usd: 1_000 },
  ]
  expect(recordValues(rows, nameOf)).toEqual({
    tvl: 1,
    chains: ['Ethereum'],
    chainTvls: { Ethereum: 1, [`Ethereum-${section}`]: 1_000, [section]: 1_000 },
  })
})

test('behavior: chains stand by their plain value, largest first, then by name; a chain with sections only comes last', () => {
  const rows = [
    { chain: 'optimism', section: 'pool2', usd: 9_999 },
    { chain: 'ethereum', section: 'tvl', usd: 5 },
    { chain: 'bsc', section: 'tvl', usd: 5 },
    { chain: 'base', section: 'tvl', usd: 6 },
  ]
  expect(recordValues(rows, nameOf).chains).toEqual(['base', 'BSC', 'Ethereum', 'OP Mainnet'])
})

test('behavior: rows of several children add up', () => {
  const rows = [
    { chain: 'bsc', section: 'tvl', usd: 5 },
    { chain: 'bsc', section: 'tvl', usd: 6 },
    { chain: 'bsc', section: 'vesting', usd: 1 },
    { chain: 'bsc', section: 'vesting', usd: 2 },
  ]
  expect(recordValues(rows, nameOf)).toEqual({
    tvl: 11,
    chains: ['BSC'],
    chainTvls: { BSC: 11, 'BSC-vesting': 3, vesting: 3 },
  })
})

test('behavior: nothing gives nothing', () => {
  expect(recordValues([], nameOf)).toEqual({ tvl: 0, chains: [], chainTvls: {} })
})

test('behavior: keys of a row', () => {
  expect(valueKeys('OP Mainnet', 'tvl')).toEqual(['OP Mainnet'])
  expect(valueKeys('OP Mainnet', 'OwnTokens')).toEqual(['OP Mainnet-OwnTokens', 'OwnTokens'])
})

describe('newest rows', () => {
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
    [
      'behavior: a parent is its children, dead ones too, but not those left out',
      'pool',
      ['1', '3'],
    ],
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
})
