import Type from 'typebox'
import { unixSec } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { LATEST_UNIX_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { parseDuration } from '../../../lib/duration.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { tokens } from '../../registry/public.ts'
import { limitCoins, MAX_COINS } from '../derive/asked-coins.ts'
import { prices } from '../facts.ts'
import { respondWithCurrentPrices } from './get-current-prices.ts'
import { respondWithHistoricalPrices } from './get-historical-prices.ts'
import { BITCOIN, coinsSchema, exampleRecord, priceQuery } from './price-shapes.ts'

/** Not in the contract (coins.md#unknown-coins): batches whose ids do not fit into a URL. */
export const postPrices = defineRoute({
  id: 'coins.postPrices',
  summary: 'Prices of many coins, by POST',
  describe:
    'Current prices, or with `timestamp` the prices at a timestamp, for up to 500 coins whose ids do not fit into a URL.',
  paths: { free: '/prices', pro: '/coins/prices' },
  methods: { free: ['POST'], pro: ['POST'] },
  query: { minConfidence: priceQuery.minConfidence, include: priceQuery.include },
  body: {
    schema: shape({
      coins: Type.Array(Type.String(), { description: 'Coin ids', maxItems: MAX_COINS }),
      timestamp: Type.Optional(unixSec('Time of the prices; absent: now')),
      searchWidth: Type.Optional(
        Type.Union([Type.String(), Type.Integer()], {
          description: 'How far from it a record may be, such as 4h or 600 (seconds)',
        }),
      ),
    }),
    example: { coins: [BITCOIN] },
  },
  response: coinsSchema,
  example: { coins: { [BITCOIN]: exampleRecord } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  cached: false,
  handler: async ({ body, query }, context) => {
    const wanted = parseWanted(body)
    const options = { ...query, searchWidth: wanted.searchWidth }
    if (wanted.timestamp === undefined)
      return respondWithCurrentPrices(wanted.coins, options, context)
    return respondWithHistoricalPrices(wanted.coins, wanted.timestamp, options, context)
  },
})

function parseWanted(body: unknown): {
  coins: string[]
  timestamp: number | undefined
  searchWidth: number | undefined
} {
  const { coins, timestamp, searchWidth } = (body ?? {}) as Record<string, unknown>
  if (!Array.isArray(coins) || !coins.every((coin) => typeof coin === 'string')) {
    throw invalidParameter('coins', `must be an array of 1 to ${MAX_COINS} coin ids.`)
  }
  if (
    timestamp !== undefined &&
    !(typeof timestamp === 'number' && timestamp >= 0 && timestamp <= LATEST_UNIX_SEC)
  ) {
    throw invalidParameter('timestamp', 'must be Unix seconds, such as 1760000000.')
  }
  const width = searchWidth === undefined ? undefined : parseDuration(String(searchWidth))
  if (searchWidth !== undefined && (width === undefined || width <= 0))
    throw invalidParameter('searchWidth', 'must be a duration such as 4h or 600.')
  return {
    coins: limitCoins(coins),
    timestamp: timestamp === undefined ? undefined : Math.floor(timestamp as number),
    searchWidth: width,
  }
}
