import { expect, test } from 'vitest'
import reference from '../../../../data/raise-categories.json' with { type: 'json' }
import { toLookupKey } from '../../../lib/slug.ts'
import { categoryGroup } from './category-group.ts'

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

test('behavior: the groups are those of semantics 8.6, each category is in one of them', () => {
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
