import { defineRoute } from '../../../http/route.ts'
import { fundFilters } from './fund-filters.ts'
import { overviewExample, overviewRows, overviewSchema, PRICED_FUND_FACTS } from './fund-shapes.ts'

export const getOverview = defineRoute({
  id: 'etfs.getOverview',
  operationId: 'getEtfOverview',
  summary: 'Crypto ETFs and their newest day',
  describe:
    'The newest trading day of every fund, the largest fund first. `flows` is as the fund reports it, else change of shares × net asset value; `flows_source` says which. What is not known is `null`.',
  paths: { pro: '/etfs/overview' },
  response: overviewSchema,
  example: overviewExample,
  table: '[]',
  list: { filters: fundFilters },
  reads: PRICED_FUND_FACTS,
  handler: (_, context) => overviewRows(context),
})
