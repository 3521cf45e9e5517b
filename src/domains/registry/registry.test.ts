import { describe, expect, test } from 'vitest'
import { MovedError } from '../../lib/errors.ts'
import { protocolRow } from './protocol-row.ts'
import { countsInChainTotals, isDoubleCounted, Registry } from './registry.ts'

const registry = new Registry([
  protocolRow({
    id: '1',
    name: 'Example Swap V2',
    parent: 'parent#example-swap',
    previousNames: ['Sample Swap'],
  }),
  protocolRow({
    id: '2',
    name: 'Example Swap V3',
    parent: 'parent#example-swap',
    excludedFromParent: true,
  }),
  protocolRow({ id: '3', name: "Trader Joe's" }),
  protocolRow({ id: '4', name: 'Lone Lend', previousNames: ['Old Lend', 'Older Lend'] }),
  protocolRow({ id: '5', name: 'Old Lend' }),
  protocolRow({ id: '6', name: 'Example Family', parent: 'parent#example-family' }),
  protocolRow({ id: '7', name: 'Orphan', parent: 'parent#gone' }),
  protocolRow({ id: '8', name: 'Lone Lend' }),
  protocolRow({
    id: 'parent#example-swap',
    name: 'Example Swap Labs',
    previousNames: ['Example Exchange'],
  }),
  protocolRow({ id: 'parent#example-family', name: 'Example Family' }),
])

function moveOf(text: string): MovedError | undefined {
  try {
    registry.get(text)
    return undefined
  } catch (error) {
    return error instanceof MovedError ? error : undefined
  }
}

describe('get', () => {
  test.each([
    ['slug', 'example-swap-v2', '1'],
    ['slug in another case', 'Example-Swap-V2', '1'],
    ['name', 'Example Swap V2', '1'],
    ['name with an apostrophe', "Trader Joe's", '3'],
    ['slug of a name with an apostrophe', 'trader-joes', '3'],
    ['slug of a parent, which stands in its id', 'example-swap', 'parent#example-swap'],
    ['id of a parent', 'parent#example-swap', 'parent#example-swap'],
    ['number', '3', '3'],
  ])('behavior: by %s', (_, text, id) => {
    expect(registry.get(text).id).toBe(id)
  })

  test('behavior: a parent owns the plain slug, also when a child has its name', () => {
    expect(registry.get('example-family').id).toBe('parent#example-family')
    expect(registry.get('6').name).toBe('Example Family')
  })

  test('behavior: of two protocols with one name the older keeps the slug', () => {
    expect(registry.get('lone-lend').id).toBe('4')
  })

  test.each([
    ['sample-swap', 'example-swap-v2'],
    ['Sample Swap', 'example-swap-v2'],
    ['older-lend', 'lone-lend'],
    ['example-exchange', 'example-swap'],
  ])('behavior: the previous name %s has moved to %s', (text, slug) => {
    expect(moveOf(text)).toMatchObject({ status: 308, oldName: text, newName: slug })
  })

  test('behavior: a previous name that another protocol has now is that protocol', () => {
    expect(registry.get('old-lend').id).toBe('5')
  })

  test('error: 404 with up to three near slugs when the protocol is unknown', () => {
    expect(() => registry.get('exampel-swap-v2')).toThrow(
      expect.objectContaining({
        status: 404,
        details: { suggestions: ['example-swap-v2', 'example-swap-v3', 'example-swap'] },
      }),
    )
  })

  test.each(['', '__proto__', 'constructor', 'parent#', 'parent#no-such-family', '99'])(
    'error: 404 when asked for %j',
    (text) => {
      expect(() => registry.get(text)).toThrow(expect.objectContaining({ status: 404 }))
    },
  )
})

describe('families', () => {
  test('behavior: a parent has its children, with those that are left out of its totals marked', () => {
    const children = registry.childrenOf(registry.get('example-swap'))
    expect(children.map(({ id, excludedFromParent }) => [id, excludedFromParent])).toEqual([
      ['1', false],
      ['2', true],
    ])
  })

  test('behavior: a protocol that is no parent has no children', () => {
    expect(registry.childrenOf(registry.get('trader-joes'))).toEqual([])
  })

  test('behavior: a child has its parent; without one, or with one that is not there, none', () => {
    expect(registry.parentOf(registry.get('example-swap-v3'))?.id).toBe('parent#example-swap')
    expect(registry.parentOf(registry.get('trader-joes'))).toBeUndefined()
    expect(registry.parentOf(registry.get('orphan'))).toBeUndefined()
  })

  test('behavior: parents are not measured themselves', () => {
    expect(registry.listChildren().map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ])
    expect(registry.get('example-swap').isParent).toBe(true)
    expect(registry.get('example-swap-v2').isParent).toBe(false)
  })

  test('behavior: by id', () => {
    expect(registry.byId('parent#example-family')?.slug).toBe('example-family')
    expect(registry.byId('nobody')).toBeUndefined()
  })
})

describe('chain totals', () => {
  const measured = (category: string | null, doubleCounted = false) => {
    const [protocol] = new Registry([
      protocolRow({ id: '1', name: 'One', category, doubleCounted }),
    ]).listChildren()
    return protocol === undefined
      ? undefined
      : [countsInChainTotals(protocol), isDoubleCounted(protocol)]
  }

  test.each([
    { category: 'Dexs', counts: true, double: false },
    { category: 'Lending', counts: true, double: false },
    { category: 'Restaking', counts: true, double: false },
    { category: null, counts: true, double: false },
    { category: 'A category of tomorrow', counts: true, double: false },
    { category: 'Liquid Staking', counts: false, double: false },
    { category: 'Chain', counts: false, double: false },
    { category: 'CEX', counts: false, double: false },
    { category: 'Infrastructure', counts: false, double: false },
    { category: 'Staking Pool', counts: false, double: false },
    { category: 'Bridge', counts: false, double: false },
    { category: 'Canonical Bridge', counts: false, double: false },
    { category: 'RWA', counts: false, double: true },
    { category: 'Basis Trading', counts: false, double: true },
    { category: 'CeDeFi', counts: false, double: true },
    { category: 'Yield', counts: false, double: true },
    { category: 'Yield Aggregator', counts: false, double: true },
    { category: 'Liquidity Manager', counts: false, double: true },
    { category: 'Onchain Capital Allocator', counts: false, double: true },
    { category: 'Risk Curators', counts: false, double: true },
    { category: 'Treasury Manager', counts: false, double: true },
    { category: 'Anchor BTC', counts: false, double: true },
    { category: 'CDP Manager', counts: false, double: true },
    { category: 'Restaked BTC', counts: false, double: true },
    { category: 'RWA Lending', counts: false, double: true },
    { category: 'Farm', counts: false, double: true },
    { category: 'Liquid Restaking', counts: false, double: true },
  ])(
    'behavior: $category counts: $counts, is double-counted: $double',
    ({ category, counts, double }) => {
      expect(measured(category)).toEqual([counts, double])
    },
  )

  test('behavior: a protocol that says so itself is double-counted in any category', () => {
    expect(measured('Dexs', true)).toEqual([false, true])
    expect(measured(null, true)).toEqual([false, true])
  })
})
