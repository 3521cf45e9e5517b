import { defineRoute } from '../../../http/route.ts'
import { dayRangeQuery, ETHEREUM, PRICED_FUND_FACTS } from './fund-shapes.ts'
import { historyExample, historyRows, historySchema } from './history-rows.ts'

export const getHistoryEth = defineRoute({
  id: 'etfs.getHistoryEth',
  operationId: 'getEthEtfHistory',
  summary: 'Ethereum ETFs over time',
  describe: 'The rows of /etfs/history of the funds whose asset is `ethereum`.',
  paths: { pro: '/etfs/historyEth' },
  query: dayRangeQuery,
  response: historySchema,
  example: historyExample.map((row) => ({ ...row, ticker: 'TARNE' })),
  table: '[]',
  series: { rule: 'last', rules: { volume: 'sum', flows: 'sum' }, by: ['ticker'] },
  reads: PRICED_FUND_FACTS,
  handler: ({ query }, context) => historyRows(context, query, ETHEREUM),
})
