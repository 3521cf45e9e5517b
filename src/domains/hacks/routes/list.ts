import Type from 'typebox'
import { nullableText, textList } from '../../../http/described.ts'
import { minFilter, nameFilter, timeFilters } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { chainFilter, chains, protocols, registryState } from '../../registry/public.ts'
import { hackItem } from '../derive/hack-item.ts'
import { hacks } from '../facts.ts'
import { readHacks } from '../read.ts'

export const listHacks = defineRoute({
  id: 'hacks.list',
  operationId: 'listHacks',
  summary: 'Hacks and exploits',
  describe:
    'Every incident, newest first. `amount` and `returnedFunds` are USD at the time; `null` says that a figure is not known.',
  paths: { pro: '/api/hacks' },
  response: Type.Array(
    shape({
      date: Type.Integer({ description: 'Unix seconds' }),
      name: Type.String({ description: 'The protocol’s present name when it is known' }),
      classification: nullableText('Kind of attack'),
      technique: nullableText('How it was done'),
      amount: nullable(Type.Number({ description: 'Loss in USD' })),
      chain: textList('Display names of the chains that were hit'),
      bridgeHack: Type.Boolean({ description: 'A bridge was attacked' }),
      targetType: nullableText('What was attacked'),
      source: nullable(Type.String({ description: 'Address of a report' })),
      returnedFunds: nullable(
        Type.Number({ description: 'USD that came back; null when not known' }),
      ),
      serviceId: nullable(
        Type.Union([Type.Integer(), Type.String()], { description: 'Id of the protocol' }),
      ),
      parentProtocolId: nullable(Type.String({ description: 'Id of its family' })),
      language: nullableText('Programming language of the contract'),
    }),
  ),
  example: [
    {
      date: 1_711_065_600,
      name: 'Example Swap',
      classification: 'Protocol Logic',
      technique: 'Infinite Mint and Dump',
      amount: 4_800_000,
      chain: ['Blast'],
      bridgeHack: false,
      targetType: 'DeFi Protocol',
      source: 'https://example.org/report',
      returnedFunds: null,
      serviceId: 1,
      parentProtocolId: null,
      language: 'Solidity',
    },
  ],
  table: '[]',
  list: {
    filters: {
      chain: chainFilter('chain'),
      classification: nameFilter('classification', 'Only of these kinds', 'Infrastructure'),
      technique: nameFilter('technique', 'Only done in these ways', 'Frontend Attack'),
      minAmount: minFilter('amount', 'Only losses of at least so much, US dollars', 1_000),
      ...timeFilters('date'),
    },
  },
  reads: [hacks, protocols],
  handler: async (_, { snapshot, states }) => {
    const registry = await states.get(registryState, snapshot)
    const rows = await readHacks(snapshot)
    return rows.map((row) => hackItem(row, registry, (key) => chains.nameOf(key)))
  },
})
