import Type from 'typebox'
import { dayText, number } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { dimensionSeries } from '../derive/statements/dimension-series.ts'
import { FILED_FACTS, filedQuery, readFiled } from './parameters.ts'

const point = Type.Tuple([
  dayText('Last day of the period'),
  number('Currency of the reports, or shares'),
])
const points = (of: string) => Type.Array(point, { description: `${of}, newest first` })
const series = (description: string) =>
  namedShape(
    'EquitySeries',
    { annual: points('Fiscal years'), quarterly: points('Fiscal quarters') },
    { description },
  )

export const getDimensions = defineRoute({
  id: 'equities.getDimensions',
  operationId: 'getEquityDimensions',
  summary: 'Revenue, earnings, payouts and share count of a company over time',
  describe:
    'Series from the company’s filings, newest first, in the currency it reports in. `holdersRevenue` is dividends paid plus shares bought back, `earnings` is net income, `basicSharesOutstanding` the weighted average of the period in today’s shares, with `asReported=true` as filed. A period whose value is not known has no point.',
  paths: { pro: '/equities/v1/dimensions' },
  query: filedQuery,
  response: shape({
    revenue: series('Revenue'),
    holdersRevenue: series('Dividends and buybacks'),
    earnings: series('Net income'),
    basicSharesOutstanding: series('Weighted average of shares'),
  }),
  example: {
    revenue: {
      annual: [['2024-12-31', 4_000_000_000]],
      quarterly: [['2025-09-30', 1_100_000_000]],
    },
    holdersRevenue: {
      annual: [['2024-12-31', 200_000_000]],
      quarterly: [['2025-09-30', 50_000_000]],
    },
    earnings: { annual: [['2024-12-31', 500_000_000]], quarterly: [['2025-09-30', 140_000_000]] },
    basicSharesOutstanding: {
      annual: [['2024-12-31', 250_000_000]],
      quarterly: [['2025-09-30', 248_000_000]],
    },
  },
  table: '{dimension}{period}[](date,value)',
  reads: FILED_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => dimensionSeries(await readFiled(query, context)),
})
