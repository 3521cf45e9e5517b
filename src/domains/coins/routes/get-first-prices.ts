import Type from 'typebox'
import { unixSec, usd } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, splitCoins } from '../derive/asked-coins.ts'
import { prices } from '../facts.ts'
import { priceTableState, readFirstPrices } from '../read.ts'
import { BITCOIN, CoinsResponse, coinsOf, priceQuery } from './price-shapes.ts'

export const getFirstPrices = defineRoute({
  id: 'coins.getFirstPrices',
  summary: 'First known prices of coins',
  describe: 'The earliest record of each coin.',
  paths: { free: '/prices/first/{coins}', pro: '/coins/prices/first/{coins}' },
  params: { coins: text('Coin ids, comma-separated, at most 500.', BITCOIN) },
  query: { include: priceQuery.include },
  response: coinsOf(
    shape({
      symbol: nullable(Type.String({ description: 'Symbol of the coin' })),
      price: usd(),
      timestamp: unixSec('Time of the first record'),
    }),
  ),
  example: { coins: { [BITCOIN]: { symbol: 'BTC', price: 31_005.25, timestamp: 1_690_000_000 } } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  handler: async ({ params, query }, context) => {
    const asked = askCoins(
      splitCoins(params.coins),
      await context.states.get(priceTableState, context.snapshot),
    )
    const records = await readFirstPrices(
      context.snapshot,
      asked.map((coin) => coin.priced),
    )
    const response = new CoinsResponse(query.include)
    for (const coin of asked) {
      const record = records.get(coin.priced)
      if (record === undefined) response.miss(coin, 'no price')
      else
        response.add(coin.text, {
          symbol: coin.symbol,
          price: record.priceUsd,
          timestamp: record.atSec,
        })
    }
    return response.body(context.snapshot)
  },
})
