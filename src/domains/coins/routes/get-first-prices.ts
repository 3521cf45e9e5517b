import { unixSec, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { tokens } from '../../registry/public.ts'
import { splitCoins } from '../derive/asked-coins.ts'
import { prices } from '../facts.ts'
import { readFirstPrices } from '../read.ts'
import {
  BITCOIN,
  coinsOf,
  coinsParam,
  noPrice,
  priceQuery,
  responseCoins,
  symbolMember,
} from './price-shapes.ts'

export const getFirstPrices = defineRoute({
  id: 'coins.getFirstPrices',
  summary: 'First known prices of coins',
  describe: 'The earliest record of each coin.',
  paths: { free: '/prices/first/{coins}', pro: '/coins/prices/first/{coins}' },
  params: coinsParam,
  query: { include: priceQuery.include },
  response: coinsOf(
    shape({
      symbol: symbolMember,
      price: usd(),
      timestamp: unixSec('Time of the first record'),
    }),
  ),
  example: { coins: { [BITCOIN]: { symbol: 'BTC', price: 31_005.25, timestamp: 1_690_000_000 } } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  handler: ({ params, query }, context) =>
    responseCoins(splitCoins(params.coins), query.include, context, async (asked) => {
      const records = await readFirstPrices(
        context.snapshot,
        asked.map((coin) => coin.priced),
      )
      return ({ priced, symbol }) => {
        const record = records.get(priced)
        return record === undefined
          ? noPrice('no price')
          : { symbol, price: record.priceUsd, timestamp: record.atSec }
      }
    }),
})
