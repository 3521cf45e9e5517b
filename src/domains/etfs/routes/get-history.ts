import { defineRoute } from '../../../http/route.ts'
import { dayRangeQuery, PRICED_FUND_FACTS } from './fund-shapes.ts'
import { historyExample, historyRows, historySchema } from './history-rows.ts'

export const getHistory = defineRoute({
  id: 'etfs.getHistory',
  operationId: 'getEtfHistory',
  summary: 'Crypto ETFs over time',
  describe:
    'Every trading day of every fund, by ticker and then day; days without trading have no row. `start` and `end` bound the days. Shares and prices are as they were counted that day: a split is not worked into the past.',
  paths: { pro: '/etfs/history' },
  query: dayRangeQuery,
  response: historySchema,
  example: historyExample,
  table: '[]',
  series: { rule: 'last', rules: { volume: 'sum', flows: 'sum' }, by: ['ticker'] },
  reads: PRICED_FUND_FACTS,
  handler: ({ query }, context) => historyRows(context, query),
})
