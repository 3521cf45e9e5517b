import { findNearestRecord } from '../../../derive/nearest-record.ts'
import { unixTime } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { tokens } from '../../registry/public.ts'
import { pricedCoins, splitCoins } from '../derive/asked-coins.ts'
import { historicalWidthSec } from '../derive/search-width.ts'
import { prices } from '../facts.ts'
import { readPricesAround } from '../read.ts'
import {
  BITCOIN,
  coinsParam,
  coinsSchema,
  exampleRecord,
  noPrice,
  type PriceOptions,
  priceQuery,
  responseCoins,
  toPriceRecord,
} from './price-shapes.ts'

export const getHistoricalPrices = defineRoute({
  id: 'coins.getHistoricalPrices',
  summary: 'Prices of coins at a timestamp',
  describe:
    'The record nearest to the timestamp, at most `searchWidth` away on either side (default 6h, at most 2d). Of two equally near ones the earlier is taken.',
  paths: {
    free: '/prices/historical/{timestamp}/{coins}',
    pro: '/coins/prices/historical/{timestamp}/{coins}',
  },
  params: {
    timestamp: unixTime('The timestamp, in Unix seconds.'),
    ...coinsParam,
  },
  query: priceQuery,
  response: coinsSchema,
  example: { coins: { [BITCOIN]: exampleRecord } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  handler: async ({ params, query }, context) =>
    respondWithHistoricalPrices(splitCoins(params.coins), params.timestamp, query, context),
})

export function respondWithHistoricalPrices(
  texts: readonly string[],
  timeSec: number,
  options: PriceOptions,
  context: RequestContext,
): Promise<unknown> {
  const widthSec = historicalWidthSec(options.searchWidth)
  const { minConfidence } = options
  return responseCoins(texts, options.include, context, async (asked) => {
    const records = await readPricesAround(context.snapshot, pricedCoins(asked), [timeSec], {
      widthSec,
      minConfidence,
    })
    return (coin) => {
      const record = findNearestRecord(records.get(coin.priced) ?? [], timeSec, widthSec)
      return record === undefined
        ? noPrice(`no price within ${widthSec} s of ${timeSec}`)
        : toPriceRecord(coin, record)
    }
  })
}
