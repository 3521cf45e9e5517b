import { defineRoute } from '../../../http/route.ts'
import { fundFilters } from './fund-filters.ts'
import {
  ETHEREUM,
  overviewExample,
  overviewRows,
  overviewSchema,
  PRICED_FUND_FACTS,
} from './fund-shapes.ts'

export const getOverviewEth = defineRoute({
  id: 'etfs.getOverviewEth',
  operationId: 'getEthEtfOverview',
  summary: 'Ethereum ETFs and their newest day',
  describe: 'The rows of /etfs/overview whose asset is `ethereum`.',
  paths: { pro: '/etfs/overviewEth' },
  response: overviewSchema,
  example: overviewExample.map((row) => ({
    ...row,
    ticker: 'TARNE',
    asset: ETHEREUM,
    etf_name: 'Tarnwood Ethereum Fund',
  })),
  table: '[]',
  list: { filters: fundFilters },
  reads: PRICED_FUND_FACTS,
  handler: (_, context) => overviewRows(context, ETHEREUM),
})
