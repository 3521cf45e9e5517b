import { describe, expect, test } from 'vitest'
import { protocolRow } from '../../registry/protocol-row.ts'
import { Registry } from '../../registry/registry.ts'
import { groupMembers, type Links, listMembers, type Member } from './members.ts'

const NO_LINKS: Links = { oracles: [], forks: [] }

function oracleLink(protocol: string, oracle: string, type = 'Primary') {
  return { protocol, oracle, type, chain: 'all', fromSec: 0, untilSec: null }
}

test('default: every protocol but chains and exchanges, in order of id', () => {
  const registry = new Registry([
    protocolRow({ id: '2', name: 'B', category: 'Dexs' }),
    protocolRow({ id: '10', name: 'C', category: 'Lending', deadFromSec: 5 }),
    protocolRow({ id: '3', name: 'D', category: 'CEX' }),
    protocolRow({ id: '4', name: 'E', category: 'Chain' }),
    protocolRow({ id: 'parent#f', name: 'F' }),
  ])
  expect(listMembers(registry, NO_LINKS)).toEqual([
    {
      id: '10',
      isDead: true,
      category: 'Lending',
      parts: [],
      originals: [],
      originalFamilies: [],
      oracleLinks: [],
    },
    {
      id: '2',
      isDead: false,
      category: 'Dexs',
      parts: [],
      originals: [],
      originalFamilies: [],
      oracleLinks: [],
    },
  ])
})

test('behavior: one without a category is one of the others', () => {
  expect(listMembers(new Registry([protocolRow({ id: '1', name: 'A' })]), NO_LINKS)).toMatchObject([
    { category: 'Others' },
  ])
})

test.each([
  ['flagged', { category: 'Dexs', doubleCounted: true }, ['doublecounted']],
  ['by its category', { category: 'Yield' }, ['doublecounted']],
  ['liquid staking', { category: 'Liquid Staking' }, ['liquidstaking']],
  [
    'both',
    { category: 'Liquid Staking', doubleCounted: true },
    ['doublecounted', 'liquidstaking', 'dcAndLsOverlap'],
  ],
  ['neither', { category: 'Dexs' }, []],
])('behavior: parts that are shown besides the value: %s', (_, given, parts) => {
  expect(
    listMembers(new Registry([protocolRow({ id: '1', name: 'A', ...given })]), NO_LINKS),
  ).toMatchObject([{ parts }])
})

test('behavior: links that secure value are kept, others are not', () => {
  const registry = new Registry([protocolRow({ id: '1', name: 'A', category: 'RWA' })])
  const oracles = [
    oracleLink('1', 'X'),
    oracleLink('1', 'Y', 'Fallback'),
    oracleLink('1', 'Z', 'Aggregator'),
    oracleLink('77', 'X'),
  ]
  expect(
    listMembers(registry, { oracles, forks: [] })[0]?.oracleLinks.map(({ oracle }) => oracle),
  ).toEqual(['X', 'Z'])
})

test.each(['Bridge', 'Canonical Bridge', 'Cross Chain Bridge'])(
  'behavior: no oracle secures what is in category %s',
  (category) => {
    const registry = new Registry([protocolRow({ id: '1', name: 'A', category })])
    expect(listMembers(registry, { oracles: [oracleLink('1', 'X')], forks: [] })).toMatchObject([
      { category, oracleLinks: [] },
    ])
  },
)

test('behavior: a link of a parent is one of each of its children', () => {
  const registry = new Registry([
    protocolRow({ id: 'parent#p', name: 'P' }),
    protocolRow({ id: '1', name: 'A', parent: 'parent#p' }),
    protocolRow({ id: '2', name: 'B', parent: 'parent#p' }),
    protocolRow({ id: '3', name: 'C' }),
  ])
  const members = listMembers(registry, {
    oracles: [oracleLink('parent#p', 'X')],
    forks: [{ protocol: 'parent#p', original: '3' }],
  })
  expect(
    members.map(({ id, originals, oracleLinks }) => [id, originals, oracleLinks.length]),
  ).toEqual([
    ['1', ['3'], 1],
    ['2', ['3'], 1],
    ['3', [], 0],
  ])
})

test('behavior: originals, and the parents they belong to, each once', () => {
  const registry = new Registry([
    protocolRow({ id: 'parent#p', name: 'P' }),
    protocolRow({ id: '1', name: 'A', parent: 'parent#p' }),
    protocolRow({ id: '2', name: 'B', parent: 'parent#p' }),
    protocolRow({ id: '3', name: 'C' }),
    protocolRow({ id: '4', name: 'Fork' }),
  ])
  const forks = ['2', '1', 'parent#p', '3', '77'].map((original) => ({ protocol: '4', original }))
  const fork = listMembers(registry, { oracles: [], forks }).find(({ id }) => id === '4')
  expect(fork).toMatchObject({
    originals: ['1', '2', '3', 'parent#p'],
    originalFamilies: ['parent#p'],
  })
})

test('behavior: a fork of a fork has the fork alone for its original', () => {
  const registry = new Registry(['1', '2', '3'].map((id) => protocolRow({ id, name: `P${id}` })))
  const forks = [
    { protocol: '2', original: '1' },
    { protocol: '3', original: '2' },
  ]
  expect(listMembers(registry, { oracles: [], forks }).map(({ originals }) => originals)).toEqual([
    [],
    ['1'],
    ['2'],
  ])
})

describe('group members', () => {
  function member(id: string, category: string, originals: string[] = []): Member {
    return {
      id,
      isDead: false,
      category,
      parts: [],
      originals,
      originalFamilies: [],
      oracleLinks: [],
    }
  }

  const SIZES: Record<string, number> = { a: 1, b: 5, c: 5, d: -1 }
  const sizeOf = (id: string) => SIZES[id] ?? 0

  test('default: the members of each group, largest first, then by id; groups by name', () => {
    const members = [
      member('d', 'Dexs'),
      member('c', 'Dexs'),
      member('a', 'Dexs'),
      member('b', 'Dexs'),
      member('e', 'CDP'),
    ]
    const groups = groupMembers(members, ({ category }) => [category], sizeOf)
    expect([...groups].map(([name, list]) => [name, list.map(({ id }) => id)])).toEqual([
      ['CDP', ['e']],
      ['Dexs', ['b', 'c', 'a', 'd']],
    ])
  })

  test('behavior: a member of several groups is in each, of one named twice once', () => {
    const groups = groupMembers(
      [member('a', '', ['x', 'y', 'x'])],
      ({ originals }) => originals,
      sizeOf,
    )
    expect([...groups].map(([name, list]) => [name, list.length])).toEqual([
      ['x', 1],
      ['y', 1],
    ])
  })

  test('behavior: nobody, no group', () => {
    expect(groupMembers([], ({ category }) => [category], sizeOf).size).toBe(0)
  })
})
