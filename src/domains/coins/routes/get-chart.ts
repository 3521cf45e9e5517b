import Type from 'typebox'
import { listNearestRecords } from '../../../derive/nearest-record.ts'
import { integer, number, unixSec, usd } from '../../../http/described.ts'
import {
  optionalDuration,
  optionalStartTime,
  optionalUnixTime,
  type Parameter,
  whole,
} from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { MINUTE_SEC } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { pricedCoins, splitCoins } from '../derive/asked-coins.ts'
import { chartRange, chartTimestamps } from '../derive/chart-range.ts'
import { prices } from '../facts.ts'
import type { PriceRecord } from '../price-table.ts'
import { findFirstTimestamp, readPricesAround } from '../read.ts'
import {
  BITCOIN,
  coinsOf,
  coinsParam,
  describeCoin,
  noPrice,
  priceQuery,
  responseCoins,
  symbolMember,
} from './price-shapes.ts'

// More points than a response holds are no mistake: the newest are kept (coins.md#charts).
const MAX_SPAN = 1_000_000

export const getChart = defineRoute({
  id: 'coins.getChart',
  operationId: 'getPriceChart',
  summary: 'Price charts of coins',
  describe:
    'Prices at regular timestamps. `start` and `end` bound the range, `period` is the spacing (default 24h), `span` the number of points from the given bound (0: all of the range). ' +
    'Without bounds the last point is the last full day, hour or minute, whichever the spacing is in. ' +
    'On the pro root without bounds, `period` 1d, 7d, 30d, 90d, 180d or 365d is the range back from now and `span` the spacing in hours. At most 5,000 points over all coins; the newest are kept.',
  paths: { free: '/chart/{coins}', pro: '/coins/chart/{coins}' },
  params: coinsParam,
  query: {
    start: optionalStartTime('Earliest timestamp, Unix seconds.'),
    end: optionalUnixTime('Latest timestamp, Unix seconds.'),
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
      symbol: symbolMember,
      confidence: nullable(number('How far the least trusted point is trusted, 0 to 1')),
      decimals: Type.Optional(nullable(integer('Decimals of the raw amount'))),
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
  handler: ({ params, query }, context) =>
    responseCoins(splitCoins(params.coins), query.include, context, async (asked) => {
      const range = chartRange({ ...query, isPro: context.root === 'pro', nowSec: context.nowSec })
      const coins = pricedCoins(asked)
      const isOpen = range.startSec === undefined && range.points === 0
      const firstSec = isOpen ? await findFirstTimestamp(context.snapshot, coins) : undefined
      const timesSec = chartTimestamps(range, asked.length, firstSec)
      const records = await readPricesAround(context.snapshot, coins, timesSec, range)
      return (coin) => {
        const known = records.get(coin.priced) ?? []
        const points = listNearestRecords(known, timesSec, range.widthSec)
        return points.length === 0
          ? noPrice(`no price within ${range.widthSec} s of any time of the chart`)
          : { ...describeCoin(coin), ...toLine(points) }
      }
    }),
})

/** A chart is trusted as far as the least trusted of its points. */
function toLine(points: readonly PriceRecord[]): Record<string, unknown> {
  const confidences = points.flatMap((point) => point.confidence ?? [])
  return {
    confidence: confidences.length === 0 ? null : Math.min(...confidences),
    prices: points.map((point) => ({ timestamp: point.atSec, price: point.priceUsd })),
  }
}

/** The spacing in seconds and as written: the pro root distinguishes `24h` and `1d`. */
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
