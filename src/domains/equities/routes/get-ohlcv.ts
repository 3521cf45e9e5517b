import Type from 'typebox'
import { integer, number } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { WHOLE_BARS } from '../read/bars.ts'
import { readTimeframe } from '../read/timeframe-bars.ts'
import { getCompany, ofTimeframe } from './parameters.ts'

const price = (what: string) => number(`${what}, currency of the listing`)

export const getOhlcv = defineRoute({
  ...ofTimeframe,
  id: 'equities.getOhlcv',
  operationId: 'getEquityOhlcv',
  summary: 'Bars of a company: open, high, low, close, volume',
  describe:
    'Newest first, adjusted for splits, in the currency of the listing; timestamps are Unix seconds. 1D is the most recent session and 7D or 1W the last seven days, in five-minute steps; without five-minute bars they are daily, 1D then the newest daily bar. Longer timeframes are daily, stamped 00:00 UTC, and count back from now in calendar units.',
  paths: { pro: '/equities/v1/ohlcv' },
  response: Type.Array(
    Type.Tuple([
      integer('Unix seconds'),
      price('Open'),
      price('High'),
      price('Low'),
      price('Close'),
      number('Shares traded'),
    ]),
  ),
  example: [[1_769_731_200, 196.4, 198.1, 195.9, 197.5, 4_600_000]],
  table: '[](timestamp,open,high,low,close,volume)',
  series: { rule: 'last', rules: { open: 'first', high: 'max', low: 'min', volume: 'sum' } },
  handler: async ({ query }, context) => {
    const company = await getCompany(query, context)
    const bars = await readTimeframe(context, company, query.timeframe, WHOLE_BARS)
    return bars.map((bar) => [bar.atSec, bar.open, bar.high, bar.low, bar.close, bar.volume])
  },
})
