import Type from 'typebox'
import { number, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { isoTime } from '../derive/days.ts'
import { CLOSES } from '../read/bars.ts'
import { readTimeframe } from '../read/timeframe-bars.ts'
import { getCompany, ofTimeframe } from './parameters.ts'

export const getPriceHistory = defineRoute({
  ...ofTimeframe,
  id: 'equities.getPriceHistory',
  operationId: 'getEquityPriceHistory',
  summary: 'Closing prices of a company',
  describe:
    'Newest first, adjusted for splits, in the currency of the listing. 1D is the most recent session and 7D or 1W the last seven days, in five-minute steps; without five-minute bars they are daily, 1D then the newest daily bar. Longer timeframes are daily and count back from now in calendar units. Daily points are stamped 00:00:00 UTC.',
  paths: { pro: '/equities/v1/price-history' },
  response: Type.Array(Type.Tuple([string('ISO 8601, UTC'), number('Closing price')])),
  example: [
    ['2026-01-30T00:00:00Z', 197.5],
    ['2026-01-29T00:00:00Z', 196.2],
  ],
  table: '[](date,price)',
  series: { rule: 'last' },
  handler: async ({ query }, context) => {
    const company = await getCompany(query, context)
    const closes = await readTimeframe(context, company, query.timeframe, CLOSES)
    return closes.map(({ atSec, close }) => [isoTime(atSec), close])
  },
})
