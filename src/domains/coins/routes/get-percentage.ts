import Type from 'typebox'
import { percent, usd } from '../../../http/described.ts'
import { flag, optionalDuration, optionalUnixTime, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { MINUTE_SEC } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, pricedCoins, splitCoins } from '../derive/asked-coins.ts'
import { changeMoments, priceChange } from '../derive/price-change.ts'
import { prices } from '../facts.ts'
import { priceTableState, readPricesAround } from '../read.ts'
import { BITCOIN, CoinsResponse, coinsOf, priceQuery } from './price-shapes.ts'

export const getPercentage = defineRoute({
  id: 'coins.getPercentage',
  operationId: 'getPriceChanges',
  summary: 'Percent change of prices',
  describe:
    'Change in percent from the earlier to the later of two moments: `timestamp` (default now) and one `period` (default 24h) before it, or after it with `lookForward`. `price` is the price at `timestamp`.',
  paths: { free: '/percentage/{coins}', pro: '/coins/percentage/{coins}' },
  params: { coins: text('Coin ids, comma-separated, at most 500.', BITCOIN) },
  query: {
    timestamp: optionalUnixTime('One of the two moments, Unix seconds; default now.'),
    lookForward: flag('The other moment lies after `timestamp`.'),
    period: optionalDuration('Time between the two moments, such as 3w; default 24h.', '1d'),
    searchWidth: priceQuery.searchWidth,
    include: priceQuery.include,
  },
  response: Type.Union([
    coinsOf(
      shape({
        symbol: nullable(Type.String({ description: 'Symbol of the coin' })),
        price: usd('At `timestamp`'),
        change: nullable(percent('Change of the price')),
      }),
    ),
    coinsOf(Type.Number({ description: 'Percent; with clientShapes' })),
  ]),
  example: { coins: { [BITCOIN]: { symbol: 'BTC', price: 64_210.5, change: 1.82 } } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  handler: async ({ params, query }, context) => {
    const asked = askCoins(
      splitCoins(params.coins),
      await context.states.get(priceTableState, context.snapshot),
    )
    const moments = changeMoments(query, context.nowSec)
    const { atSec, otherSec, widthSec } = moments
    const records = await readPricesAround(
      context.snapshot,
      pricedCoins(asked),
      [atSec, otherSec].sort((a, b) => a - b),
      { widthSec },
    )
    const response = new CoinsResponse(query.include)
    for (const coin of asked) {
      const found = priceChange(records.get(coin.priced) ?? [], moments)
      if ('missingSec' in found)
        response.miss(coin, `no price within ${widthSec} s of ${found.missingSec}`)
      else if (!context.clientShapes)
        response.add(coin.text, {
          symbol: coin.symbol,
          price: found.priceUsd,
          change: found.changePct,
        })
      else if (found.changePct === null) response.miss(coin, 'the earlier price is 0')
      else response.add(coin.text, found.changePct)
    }
    return response.body(context.snapshot)
  },
})
