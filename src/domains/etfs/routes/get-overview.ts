import { defineRoute } from '../../../http/route.ts'
import {
  ETHEREUM,
  fundFilters,
  overviewExample,
  overviewRows,
  overviewSchema,
  PRICED_FUND_FACTS,
} from './fund-shapes.ts'

const common = {
  response: overviewSchema,
  table: '[]',
  list: { filters: fundFilters },
  reads: PRICED_FUND_FACTS,
} as const

export const getOverview = defineRoute({
  ...common,
  id: 'etfs.getOverview',
  operationId: 'getEtfOverview',
  summary: 'Crypto ETFs and their newest day',
  describe:
    'The newest trading day of every fund, the largest fund first. `flows` is as the fund reports it, else change of shares × net asset value; `flows_source` says which. What is not known is `null`.',
  paths: { pro: '/etfs/overview' },
  example: overviewExample,
  handler: (_, context) => overviewRows(context),
})

export const getOverviewEth = defineRoute({
  ...common,
  id: 'etfs.getOverviewEth',
  operationId: 'getEthEtfOverview',
  summary: 'Ethereum ETFs and their newest day',
  describe: 'The rows of /etfs/overview whose asset is `ethereum`.',
  paths: { pro: '/etfs/overviewEth' },
  example: overviewExample.map((row) => ({
    ...row,
    ticker: 'TARNE',
    asset: ETHEREUM,
    etf_name: 'Tarnwood Ethereum Fund',
  })),
  handler: (_, context) => overviewRows(context, ETHEREUM),
})
