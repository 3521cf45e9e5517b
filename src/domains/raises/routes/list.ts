import Type from 'typebox'
import { integer, number } from '../../../http/described.ts'
import { minFilter, nameFilter, timeFilters } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { chainFilter, protocols } from '../../registry/public.ts'
import { raiseTotals } from '../derive/raise-totals.ts'
import { raises } from '../facts.ts'
import { raisesState } from '../read.ts'
import { raiseRecord } from '../records.ts'

const total = {
  rounds: integer('Number of rounds'),
  amount: nullable(number('Sum of the amounts that are known, in millions of USD')),
}

export const listRaises = defineRoute({
  id: 'raises.list',
  operationId: 'listRaises',
  summary: 'Funding rounds',
  describe:
    'Every funding round, newest first. Amounts and valuations are in millions of USD. A round that several reporters tell of is listed once, with what each of them says under `reports`.',
  paths: { pro: '/api/raises' },
  response: shape({
    raises: Type.Array(raiseRecord.schema, { description: 'Newest first' }),
    totals: shape(
      {
        ...total,
        byCategoryGroup: mapOf(
          shape(total),
          'By category group; `Other` for categories of no group',
        ),
      },
      { description: 'Rounds and amounts in total' },
    ),
  }),
  example: {
    raises: [raiseRecord.example],
    totals: {
      rounds: 1,
      amount: 16,
      byCategoryGroup: { 'DeFi & CeFi': { rounds: 1, amount: 16 } },
    },
  },
  table: 'raises[]',
  list: {
    filters: {
      chain: chainFilter('chains'),
      category: nameFilter('category', 'Only of these categories', 'Dexs'),
      round: nameFilter('round', 'Only of these kinds', 'Seed,Series A,Strategic'),
      investor: nameFilter(
        ['leadInvestors', 'otherInvestors'],
        'Only with one of these investors',
        'South Syndicate',
      ),
      minAmount: minFilter('amount', 'Only of at least so many millions of USD', 1),
      ...timeFilters('date'),
    },
  },
  reads: [raises, protocols],
  handler: async (_, { snapshot, states }) => {
    const rounds = await states.get(raisesState, snapshot)
    return { raises: rounds.map(raiseRecord.item), totals: raiseTotals(rounds) }
  },
})
