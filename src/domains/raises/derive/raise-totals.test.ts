import { describe, expect, test } from 'vitest'
import reference from '../../../../data/raise-categories.json' with { type: 'json' }
import { toLookupKey } from '../../../lib/slug.ts'
import { categoryGroup, raiseTotals } from './raise-totals.ts'

const raise = (category: string | null, amount: number | null) => ({ category, amount })

test.each([
  ['nothing raised', [], { rounds: 0, amount: null, byCategoryGroup: {} }],
  [
    // 5 + 2.5 in DeFi & CeFi, 1 in none; the group of the undisclosed round is known, its amount is
    // not.
    'groups add up to the whole',
    [raise('DeFi', 5), raise('Lending', 2.5), raise(null, 1), raise('Gaming', null)],
    {
      rounds: 4,
      amount: 8.5,
      byCategoryGroup: {
        'DeFi & CeFi': { rounds: 2, amount: 7.5 },
        'NFT, Gaming & Metaverse': { rounds: 1, amount: null },
        Other: { rounds: 1, amount: 1 },
      },
    },
  ],
  // 0.1 + 0.2, which a computer makes 0.30000000000000004.
  [
    'to the dollar',
    [raise('DeFi', 0.1), raise('DeFi', 0.2)],
    { rounds: 2, amount: 0.3, byCategoryGroup: { 'DeFi & CeFi': { rounds: 2, amount: 0.3 } } },
  ],
  [
    'a zero is known',
    [raise('DeFi', 0)],
    { rounds: 1, amount: 0, byCategoryGroup: { 'DeFi & CeFi': { rounds: 1, amount: 0 } } },
  ],
  [
    'only undisclosed ones',
    [raise('Gardening', null)],
    { rounds: 1, amount: null, byCategoryGroup: { Other: { rounds: 1, amount: null } } },
  ],
])('default: %s', (_, raises, expected) => {
  expect(raiseTotals(raises)).toEqual(expected)
})

describe('category group', () => {
  test.each([
    ['DeFi', 'DeFi & CeFi'],
    ['defi', 'DeFi & CeFi'],
    ['Layer 2', 'Base Layers & Scaling'],
    ['layer-2', 'Base Layers & Scaling'],
    ['NFT Marketplace', 'NFT, Gaming & Metaverse'],
    ['Developer Tools', 'Web3 Infrastructure & Tools'],
    ['DAO', 'Social, DAO & Identity'],
    ['AI', 'AI, Analytics & Data'],
    ['Bug Bounty', 'Security & Audits'],
    ['Gardening', null],
    ['', null],
    [null, null],
  ])('default: %j is in %j', (category, group) => {
    expect(categoryGroup(category)).toBe(group)
  })

  test('behavior: the groups are those of raises.md#rounds, each category is in one of them', () => {
    expect(reference.groups.map(({ name }) => name)).toEqual([
      'Base Layers & Scaling',
      'DeFi & CeFi',
      'NFT, Gaming & Metaverse',
      'Web3 Infrastructure & Tools',
      'Social, DAO & Identity',
      'AI, Analytics & Data',
      'Security & Audits',
    ])
    const keys = reference.groups.flatMap(({ categories }) => categories.map(toLookupKey))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})
