import Type from 'typebox'
import { minFilter, nameFilter, timeFilters } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { chainFilter, chains, protocols, registryState } from '../../registry/public.ts'
import { hacks } from '../facts.ts'
import { readHacks } from '../read.ts'
import { hackItem, hackRecord } from '../records.ts'

export const listHacks = defineRoute({
  id: 'hacks.list',
  operationId: 'listHacks',
  summary: 'Hacks and exploits',
  describe:
    'Every incident, newest first. `amount` and `returnedFunds` are USD at the time; `null` says that a figure is not known.',
  paths: { pro: '/api/hacks' },
  response: Type.Array(hackRecord.schema),
  example: [hackRecord.example],
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
