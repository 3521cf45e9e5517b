import Type from 'typebox'
import { number, percent, usd } from '../../../http/described.ts'
import { flag, optionalDuration, optionalUnixTime } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { MINUTE_SEC } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { pricedCoins, splitCoins } from '../derive/asked-coins.ts'
import { changeTimestamps, priceChange } from '../derive/price-change.ts'
import { prices } from '../facts.ts'
import { readPricesAround } from '../read.ts'
import {
  BITCOIN,
  coinsOf,
  coinsParam,
  noPrice,
  priceQuery,
  responseCoins,
  symbolMember,
} from './price-shapes.ts'

export const getPercentage = defineRoute({
  id: 'coins.getPercentage',
  operationId: 'getPriceChanges',
  summary: 'Percent change of prices',
  describe:
    'Change in percent from the earlier to the later of two timestamps: `timestamp` (default now) and one `period` (default 24h) before it, or after it with `lookForward`. `price` is the price at `timestamp`.',
  paths: { free: '/percentage/{coins}', pro: '/coins/percentage/{coins}' },
  params: coinsParam,
  query: {
    timestamp: optionalUnixTime('One of the two timestamps, Unix seconds; default now.'),
    lookForward: flag('The other timestamp lies after `timestamp`.'),
    period: optionalDuration('Time between the two timestamps, such as 3w; default 24h.', '1d'),
    searchWidth: priceQuery.searchWidth,
    include: priceQuery.include,
  },
  response: Type.Union([
    coinsOf(
      shape({
        symbol: symbolMember,
        price: usd('At `timestamp`'),
        change: nullable(percent('Change of the price')),
      }),
    ),
    coinsOf(number('Percent; with clientShapes')),
  ]),
  example: { coins: { [BITCOIN]: { symbol: 'BTC', price: 64_210.5, change: 1.82 } } },
  table: 'coins{coin}',
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  handler: ({ params, query }, context) => {
    const timestamps = changeTimestamps(query, context.nowSec)
    const { atSec, otherSec, widthSec } = timestamps
    return responseCoins(splitCoins(params.coins), query.include, context, async (asked) => {
      const records = await readPricesAround(
        context.snapshot,
        pricedCoins(asked),
        [atSec, otherSec].sort((a, b) => a - b),
        { widthSec },
      )
      return ({ priced, symbol }) => {
        const found = priceChange(records.get(priced) ?? [], timestamps)
        if ('missingSec' in found)
          return noPrice(`no price within ${widthSec} s of ${found.missingSec}`)
        const { priceUsd, changePct } = found
        if (!context.clientShapes) return { symbol, price: priceUsd, change: changePct }
        return changePct ?? noPrice('the earlier price is 0')
      }
    })
  },
})
