import Type from 'typebox'
import { listNearestRecords } from '../../../derive/nearest-record.ts'
import { unixSec, usd } from '../../../http/described.ts'
import { momentExample } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, pricedMoments } from '../derive/asked-coins.ts'
import { historicalWidthSec } from '../derive/search-width.ts'
import { prices } from '../facts.ts'
import { priceTableState, readPricesNear } from '../read.ts'
import { exampleBatch, parseBatch, priceBatch } from './price-batch.ts'
import { BITCOIN, CoinsResponse, coinsOf, priceQuery } from './price-shapes.ts'

export const getBatchHistorical = defineRoute({
  id: 'coins.getBatchHistorical',
  operationId: 'getBatchHistoricalPrices',
  summary: 'Prices of coins at many moments',
  describe:
    'For each coin its own list of moments. Each moment takes the nearest record within `searchWidth` (default 6h, at most 2d); the records come in order of time, each once. At most 500 coins and 5,000 moments in one request; more is a 400.',
  paths: { free: '/batchHistorical', pro: '/coins/batchHistorical' },
  methods: { free: ['GET'], pro: ['POST', 'GET'] },
  query: { ...priceQuery, coins: priceBatch() },
  body: {
    schema: shape({
      coins: mapOf(Type.Array(Type.Integer()), 'Moments, Unix seconds, by coin id'),
    }),
    ...momentExample((nowSec) => ({ coins: exampleBatch(nowSec) })),
  },
  response: coinsOf(
    shape({
      symbol: nullable(Type.String({ description: 'Symbol of the coin' })),
      prices: Type.Array(
        shape({
          timestamp: unixSec('Time of the record itself'),
          price: usd(),
          confidence: nullable(
            Type.Number({ description: 'How far the price is trusted, 0 to 1' }),
          ),
        }),
        { description: 'One record per asked time, where one is near enough' },
      ),
    }),
  ),
  example: {
    coins: {
      [BITCOIN]: {
        symbol: 'BTC',
        prices: [{ timestamp: 1_760_000_000, price: 64_210.5, confidence: 0.99 }],
      },
    },
  },
  table: 'coins{coin}<symbol>.prices[]',
  reads: [tokens, prices],
  handler: async ({ query, body }, context) => {
    const batch = parseBatch(query.coins, body)
    const asked = askCoins(
      [...batch.keys()],
      await context.states.get(priceTableState, context.snapshot),
    )
    const widthSec = historicalWidthSec(query.searchWidth)
    const records = await readPricesNear(context.snapshot, pricedMoments(asked, batch), {
      widthSec,
      minConfidence: query.minConfidence,
    })
    const response = new CoinsResponse(query.include)
    for (const coin of asked) {
      const points = listNearestRecords(
        records.get(coin.priced) ?? [],
        batch.get(coin.text) ?? [],
        widthSec,
      )
      if (points.length === 0)
        response.miss(coin, `no price within ${widthSec} s of any asked moment`)
      else {
        const list = points.map((point) => ({
          timestamp: point.atSec,
          price: point.priceUsd,
          confidence: point.confidence,
        }))
        response.add(coin.text, { symbol: coin.symbol, prices: list })
      }
    }
    return response.body(context.snapshot)
  },
})
