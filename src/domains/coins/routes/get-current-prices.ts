import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { LATEST_UNIX_SEC, MINUTE_SEC, toSec } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { type AskedCoin, splitCoins } from '../derive/asked-coins.ts'
import { CURRENT_WIDTH_SEC } from '../derive/search-width.ts'
import { prices } from '../facts.ts'
import type { PriceRecord } from '../price-table.ts'
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

export const getCurrentPrices = defineRoute({
  id: 'coins.getCurrentPrices',
  summary: 'Current prices of coins',
  describe:
    'The newest price of each coin. `searchWidth` is the greatest age a price may have (default 12h); older ones are left out.',
  paths: { free: '/prices/current/{coins}', pro: '/coins/prices/current/{coins}' },
  params: coinsParam,
  query: priceQuery,
  response: coinsSchema,
  example: { coins: { [BITCOIN]: exampleRecord } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  // A request for random coins is rarely asked twice, and answering it costs less than keeping it.
  cached: false,
  handler: async ({ params, query }, context) =>
    respondWithCurrentPrices(splitCoins(params.coins), query, context),
})

export function respondWithCurrentPrices(
  texts: readonly string[],
  options: PriceOptions,
  context: RequestContext,
): Promise<unknown> {
  const widthSec = options.searchWidth ?? CURRENT_WIDTH_SEC
  return responseCoins(texts, options.include, context, async (asked) => {
    const earlier = await pricesBeforeNow(asked, widthSec, context)
    return (coin) => {
      const record = earlier?.has(coin.priced) ? earlier.get(coin.priced) : coin.newest
      if (record === undefined || record.atSec < context.nowSec - widthSec)
        return noPrice(`no price in the last ${widthSec} s`)
      if ((record.confidence ?? 1) < (options.minConfidence ?? 0))
        return noPrice(`confidence is only ${record.confidence}`)
      return toPriceRecord(coin, record)
    }
  })
}

/** The price before one that is newer than "now", maybe a replay's (responses.md#clock). */
async function pricesBeforeNow(
  asked: readonly AskedCoin[],
  widthSec: number,
  { asOfMs, nowSec, snapshot }: RequestContext,
): Promise<Map<string, PriceRecord | undefined> | undefined> {
  // "Now" is cut down to the minute; a price of this very minute is no less current.
  const untilSec = Math.min(
    nowSec + MINUTE_SEC - 1,
    asOfMs === undefined ? LATEST_UNIX_SEC : toSec(asOfMs),
  )
  const later = asked
    .filter(({ newest }) => (newest?.atSec ?? 0) > untilSec)
    .map(({ priced }) => priced)
  if (later.length === 0) return undefined
  const records = await readPricesAround(snapshot, later, [untilSec], { widthSec })
  return new Map(
    later.map((coin) => [coin, records.get(coin)?.findLast(({ atSec }) => atSec <= untilSec)]),
  )
}
