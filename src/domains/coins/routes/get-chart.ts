import Type from 'typebox'
import { listNearestRecords } from '../../../derive/nearest-record.ts'
import { unixSec, usd } from '../../../http/described.ts'
import {
  optionalDuration,
  optionalStartTime,
  optionalUnixTime,
  type Parameter,
  text,
  whole,
} from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { MINUTE_SEC } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, pricedCoins, splitCoins } from '../derive/asked-coins.ts'
import { chartMoments } from '../derive/chart-moments.ts'
import { chartRange } from '../derive/chart-range.ts'
import { prices } from '../facts.ts'
import type { PriceRecord } from '../price-table.ts'
import { findFirstMoment, priceTableState, readPricesAround } from '../read.ts'
import { BITCOIN, CoinsResponse, coinsOf, describeCoin, priceQuery } from './price-shapes.ts'

// More points than an answer holds are no mistake: the newest are kept (decision 12).
const MAX_SPAN = 1_000_000

export const getChart = defineRoute({
  id: 'coins.getChart',
  operationId: 'getPriceChart',
  summary: 'Price charts of coins',
  describe:
    'Prices at regular moments. `start` and `end` bound the range, `period` is the spacing (default 24h), `span` the number of points from the given bound (0: all of the range). ' +
    'Without bounds the last point is the last full day, hour or minute, whichever the spacing is in. ' +
    'On the pro root without bounds, `period` 1d, 7d, 30d, 90d, 180d or 365d is the range back from now and `span` the spacing in hours. At most 5,000 points over all coins; the newest are kept.',
  paths: { free: '/chart/{coins}', pro: '/coins/chart/{coins}' },
  params: { coins: text('Coin ids, comma-separated, at most 500.', BITCOIN) },
  query: {
    start: optionalStartTime('Earliest moment, Unix seconds.'),
    end: optionalUnixTime('Latest moment, Unix seconds.'),
    span: whole('Number of points; on the pro root with a fixed range, hours between points.', {
      min: 0,
      max: MAX_SPAN,
      byDefault: undefined,
      example: 7,
    }),
    period: chartPeriod(),
    searchWidth: priceQuery.searchWidth,
    include: priceQuery.include,
  },
  response: coinsOf(
    shape({
      symbol: nullable(Type.String({ description: 'Symbol of the coin' })),
      confidence: nullable(
        Type.Number({ description: 'How far the least trusted point is trusted, 0 to 1' }),
      ),
      decimals: Type.Optional(
        nullable(Type.Integer({ description: 'Decimals of the raw amount' })),
      ),
      prices: Type.Array(shape({ timestamp: unixSec('Time of the record itself'), price: usd() }), {
        description: 'Oldest first',
      }),
    }),
  ),
  example: {
    coins: {
      [BITCOIN]: {
        symbol: 'BTC',
        confidence: 0.99,
        prices: [{ timestamp: 1_760_000_000, price: 64_210.5 }],
      },
    },
  },
  table: 'coins{coin}<symbol,confidence,decimals>.prices[]',
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  handler: async ({ params, query }, context) => {
    const asked = askCoins(
      splitCoins(params.coins),
      await context.states.get(priceTableState, context.snapshot),
    )
    const coins = pricedCoins(asked)
    const range = chartRange({ ...query, isPro: context.root === 'pro', nowSec: context.nowSec })
    const isOpen = range.startSec === undefined && range.points === 0
    const firstSec = isOpen ? await findFirstMoment(context.snapshot, coins) : undefined
    const momentsSec = chartMoments(range, asked.length, firstSec)
    const records = await readPricesAround(context.snapshot, coins, momentsSec, range)
    const response = new CoinsResponse(query.include)
    for (const coin of asked) {
      const points = listNearestRecords(records.get(coin.priced) ?? [], momentsSec, range.widthSec)
      if (points.length === 0)
        response.miss(coin, `no price within ${range.widthSec} s of any moment of the chart`)
      else response.add(coin.text, { ...describeCoin(coin), ...toLine(points) })
    }
    return response.body(context.snapshot)
  },
})

/** A chart is trusted as far as the least trusted of its points. */
function toLine(points: readonly PriceRecord[]): Record<string, unknown> {
  const confidences = points.flatMap((point) => point.confidence ?? [])
  return {
    confidence: confidences.length === 0 ? null : Math.min(...confidences),
    prices: points.map((point) => ({ timestamp: point.atSec, price: point.priceUsd })),
  }
}

/** The spacing, in seconds and as it was written: `24h` and `1d` are told apart on the pro root. */
function chartPeriod(): Parameter<{ text: string; sec: number } | undefined> {
  const duration = optionalDuration('Spacing such as 2d; on the pro root also a range.', '1d')
  return {
    ...duration,
    parse: (value, name) => {
      const sec = duration.parse(value, name)
      return sec === undefined || value === undefined ? undefined : { text: value, sec }
    },
  }
}
