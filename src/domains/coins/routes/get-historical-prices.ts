import { findNearestRecord } from '../../../derive/nearest-record.ts'
import { text, unixTime } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, pricedCoins, splitCoins } from '../derive/asked-coins.ts'
import { historicalWidthSec } from '../derive/search-width.ts'
import { prices } from '../facts.ts'
import { priceTableState, readPricesAround } from '../read.ts'
import {
  BITCOIN,
  CoinsResponse,
  coinsSchema,
  exampleRecord,
  priceQuery,
  toPriceRecord,
} from './price-shapes.ts'

export const getHistoricalPrices = defineRoute({
  id: 'coins.getHistoricalPrices',
  summary: 'Prices of coins at a moment',
  describe:
    'The record nearest to the moment, at most `searchWidth` away on either side (default 6h, at most 2d). Of two equally near ones the earlier is taken.',
  paths: {
    free: '/prices/historical/{timestamp}/{coins}',
    pro: '/coins/prices/historical/{timestamp}/{coins}',
  },
  params: {
    timestamp: unixTime('The moment, in Unix seconds.'),
    coins: text('Coin ids, comma-separated, at most 500.', BITCOIN),
  },
  query: priceQuery,
  response: coinsSchema,
  example: { coins: { [BITCOIN]: exampleRecord } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  handler: async ({ params, query }, context) =>
    answerHistoricalPrices(splitCoins(params.coins), params.timestamp, query, context),
})

interface PriceOptions {
  searchWidth: number | undefined
  minConfidence: number | undefined
  include: ReadonlySet<'missing'>
}

export async function answerHistoricalPrices(
  texts: readonly string[],
  momentSec: number,
  options: PriceOptions,
  context: RequestContext,
): Promise<unknown> {
  const asked = askCoins(texts, await context.states.get(priceTableState, context.snapshot))
  const widthSec = historicalWidthSec(options.searchWidth)
  const { minConfidence } = options
  const records = await readPricesAround(context.snapshot, pricedCoins(asked), [momentSec], {
    widthSec,
    minConfidence,
  })
  const response = new CoinsResponse(options.include)
  for (const coin of asked) {
    const record = findNearestRecord(records.get(coin.priced) ?? [], momentSec, widthSec)
    if (record === undefined) response.miss(coin, `no price within ${widthSec} s of ${momentSec}`)
    else response.add(coin.text, toPriceRecord(coin, record))
  }
  return response.body(context.snapshot)
}
