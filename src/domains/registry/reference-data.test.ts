import { describe, expect, test } from 'vitest'
import categoryData from '../../../data/categories.json' with { type: 'json' }
import chainList from '../../../data/chains.json' with { type: 'json' }
import idSources from '../../../data/id-sources.json' with { type: 'json' }
import { toCategorySlug, toLookupKey, toSlug } from '../../lib/slug.ts'
import { ID_SOURCES } from './coin-id.ts'

const repeated = (texts: readonly string[]) =>
  texts.filter((text, index) => texts.indexOf(text) !== index)
const namesOf = (chain: (typeof chainList)[number]) => {
  const id = chain.chainId === null ? [] : [String(chain.chainId)]
  // A chain's own names may repeat each other in another spelling.
  return [
    ...new Set(
      [chain.key, chain.name, toSlug(chain.name), ...id, ...chain.aliases].map(toLookupKey),
    ),
  ]
}

describe('data/chains.json', () => {
  test('behavior: keys are lower case, without spaces or dashes', () => {
    expect(chainList.map((chain) => chain.key).filter((key) => !/^[a-z0-9_]+$/.test(key))).toEqual(
      [],
    )
  })

  test('behavior: no key, name or chain id twice', () => {
    expect(repeated(chainList.map((chain) => chain.key))).toEqual([])
    expect(repeated(chainList.map((chain) => chain.name))).toEqual([])
    expect(
      repeated(
        chainList.flatMap((chain) => (chain.chainId === null ? [] : [String(chain.chainId)])),
      ),
    ).toEqual([])
  })

  test('behavior: no two chains share a key, name, slug, chain id or alias in any spelling', () => {
    expect(repeated(chainList.flatMap(namesOf))).toEqual([])
  })

  test('behavior: no chain has the name of a source of ids', () => {
    const names = new Set(chainList.flatMap(namesOf))
    expect([...ID_SOURCES.keys()].filter((source) => names.has(source))).toEqual([])
  })

  test('behavior: no name is empty, and all are plain letters, so that the engine finds them as the program does', () => {
    const names = chainList.flatMap((chain) => [chain.key, chain.name, ...chain.aliases])
    expect(
      names.filter((name) => !/^[\x20-\x7e]+$/.test(name) || toLookupKey(name) === ''),
    ).toEqual([])
  })

  test('behavior: chain ids are whole numbers above 0', () => {
    expect(
      chainList.filter(
        (chain) =>
          chain.chainId !== null && !(Number.isInteger(chain.chainId) && chain.chainId > 0),
      ),
    ).toEqual([])
  })

  test('behavior: chains with one aggregator id have one gas token and one ranking-site id', () => {
    const byId = Map.groupBy(
      chainList.filter((chain) => chain.aggregatorId !== null),
      (chain) => chain.aggregatorId,
    )
    const torn = [...byId].filter(
      ([, list]) =>
        new Set(list.map((chain) => `${chain.gasToken} ${chain.rankingSiteId}`)).size > 1,
    )
    expect(torn.map(([id]) => id)).toEqual([])
  })

  test('behavior: every chain has every field and no other', () => {
    const fields = [
      'key',
      'name',
      'chainId',
      'gasToken',
      'aggregatorId',
      'rankingSiteId',
      'aliases',
      'caseSensitive',
    ].sort()
    expect(chainList.filter((chain) => Object.keys(chain).sort().join() !== fields.join())).toEqual(
      [],
    )
  })

  test('behavior: case matters on the chains that are marked for it', () => {
    const sensitive = chainList.filter((chain) => chain.caseSensitive).map((chain) => chain.key)
    expect(sensitive).toEqual(expect.arrayContaining(['solana', 'bitcoin', 'eclipse']))
  })

  test('behavior: case does not matter on a chain with an EVM id, except where addresses are written in another form too', () => {
    const both = ['injective', 'mantra', 'dydx', 'terra', 'canton']
    expect(
      chainList
        .filter(
          (chain) => chain.chainId !== null && chain.caseSensitive && !both.includes(chain.key),
        )
        .map((chain) => chain.key),
    ).toEqual([])
  })
})

describe('data/categories.json', () => {
  const { categories, ...lists } = categoryData

  test('behavior: no name twice, also as a slug', () => {
    expect(repeated(categories)).toEqual([])
    expect(repeated(categories.map(toCategorySlug))).toEqual([])
  })

  test.each(Object.entries(lists))('behavior: every name of %s is a category, once', (_, list) => {
    expect(list.filter((name) => !categories.includes(name))).toEqual([])
    expect(repeated(list)).toEqual([])
  })

  test('behavior: the lists are those of tvl.md#chains and tvl.md#chain-history', () => {
    expect(lists.excludedFromChainTvl.toSorted()).toEqual(
      [
        'Chain',
        'CEX',
        'Infrastructure',
        'Staking Pool',
        'RWA',
        'Basis Trading',
        'CeDeFi',
        'Bridge',
        'Canonical Bridge',
      ].sort(),
    )
    expect(lists.liquidStaking).toEqual(['Liquid Staking'])
    expect(lists.doubleCounted.toSorted()).toEqual(
      [
        'Yield Aggregator',
        'Yield',
        'Liquidity Manager',
        'Onchain Capital Allocator',
        'Risk Curators',
        'Treasury Manager',
        'Anchor BTC',
        'CDP Manager',
        'Restaked BTC',
        'Basis Trading',
        'CeDeFi',
        'RWA Lending',
        'RWA',
        'Farm',
        'Liquid Restaking',
      ].sort(),
    )
  })
})

describe('data/id-sources.json', () => {
  test('behavior: every prefix is in the form it is looked up by, and means one source', () => {
    const prefixes = idSources.flatMap(({ key, aliases }) => [key, ...aliases])
    expect(prefixes.filter((prefix) => prefix !== toLookupKey(prefix))).toEqual([])
    expect(repeated(prefixes)).toEqual([])
  })
})
