import Type from 'typebox'
import { findNearestRecord } from '../../../derive/nearest-record.ts'
import { percentChange } from '../../../derive/percent-change.ts'
import { flag, optionalDuration, optionalUnixTime, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, splitCoins } from '../derive/asked-coins.ts'
import { prices } from '../facts.ts'
import { priceTableState, readPrices } from '../read.ts'
import { BITCOIN, CoinAnswer, coinsOf, MAX_HISTORICAL_WIDTH_SEC, priceQuery } from './price-shapes.ts'

export const getPercentage = defineRoute({
  id: 'coins.getPercentage',
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
    coinsOf(shape({ symbol: nullable(Type.String()), price: Type.Number(), change: nullable(Type.Number({ description: 'Percent' })) })),
    coinsOf(Type.Number({ description: 'Percent; with clientShapes' })),
  ]),
  example: { coins: { [BITCOIN]: { symbol: 'BTC', price: 64_210.5, change: 1.82 } } },
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  handler: async ({ params, query }, context) => {
    const asked = askCoins(splitCoins(params.coins), await context.states.get(priceTableState, context.snapshot))
    const periodSec = query.period ?? DAY_SEC
    const widthSec = Math.min(query.searchWidth ?? Math.floor(periodSec / 4), MAX_HISTORICAL_WIDTH_SEC)
    const momentSec = query.timestamp ?? context.nowSec
    const otherSec = Math.max(0, query.lookForward ? momentSec + periodSec : momentSec - periodSec)
    const windows = [momentSec, otherSec].map((at) => ({ fromSec: Math.max(0, at - widthSec), toSec: at + widthSec }))
    const records = await readPrices(
      context.snapshot,
      asked.map((coin) => coin.priced),
      windows,
    )
    const answer = new CoinAnswer(query.include)
    for (const coin of asked) {
      const known = records.get(coin.priced) ?? []
      const at = findNearestRecord(known, momentSec, widthSec)
      const other = findNearestRecord(known, otherSec, widthSec)
      if (at === undefined || other === undefined) {
        answer.miss(coin, `no price within ${widthSec} s of ${at === undefined ? momentSec : otherSec}`)
        continue
      }
      const [earlier, later] = query.lookForward ? [at, other] : [other, at]
      const change = percentChange(earlier.priceUsd, later.priceUsd)
      if (!context.clientShapes) answer.add(coin.text, { symbol: coin.symbol, price: at.priceUsd, change })
      else if (change !== null) answer.add(coin.text, change)
    }
    return answer.body()
  },
})
