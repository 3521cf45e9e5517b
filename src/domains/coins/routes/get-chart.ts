import Type from 'typebox'
import { findNearestRecord } from '../../../derive/nearest-record.ts'
import { optionalText, optionalUnixTime, text, whole } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { MINUTE_SEC } from '../../../lib/clock.ts'
import { parseDuration } from '../../../lib/duration.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, splitCoins } from '../derive/asked-coins.ts'
import { chartMoments, MAX_CHART_POINTS } from '../derive/chart-moments.ts'
import { prices } from '../facts.ts'
import { priceTableState, readFirstPrices, readPricesAround } from '../read.ts'
import { BITCOIN, CoinAnswer, coinsOf, MAX_HISTORICAL_WIDTH_SEC, priceQuery } from './price-shapes.ts'

export const getChart = defineRoute({
  id: 'coins.getChart',
  summary: 'Price charts of coins',
  describe:
    'Prices at regular moments. `start` and `end` bound the range, `period` is the spacing (default 24h), `span` the number of points from the given bound (0: all of the range). ' +
    'On the pro root without bounds, `period` 1d, 7d, 30d, 90d, 180d or 365d is the range back from now and `span` the spacing in hours. At most 5,000 points over all coins; the newest are kept.',
  paths: { free: '/chart/{coins}', pro: '/coins/chart/{coins}' },
  params: { coins: text('Coin ids, comma-separated, at most 500.', BITCOIN) },
  query: {
    start: optionalUnixTime('Earliest moment, Unix seconds.'),
    end: optionalUnixTime('Latest moment, Unix seconds.'),
    span: whole('Number of points; on the pro root with a fixed range, hours between points.', {
      min: 0,
      max: MAX_CHART_POINTS,
      byDefault: undefined,
      example: 7,
    }),
    period: optionalText('Spacing such as 2d; on the pro root also a range.', '1d'),
    searchWidth: priceQuery.searchWidth,
    include: priceQuery.include,
  },
  response: coinsOf(
    shape({
      symbol: nullable(Type.String()),
      confidence: nullable(Type.Number({ description: 'The lowest of its points' })),
      decimals: Type.Optional(nullable(Type.Integer())),
      prices: Type.Array(shape({ timestamp: Type.Integer(), price: Type.Number() })),
    }),
  ),
  example: { coins: { [BITCOIN]: { symbol: 'BTC', confidence: 0.99, prices: [{ timestamp: 1_760_000_000, price: 64_210.5 }] } } },
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  handler: async ({ params, query }, context) => {
    const asked = askCoins(splitCoins(params.coins), await context.states.get(priceTableState, context.snapshot))
    const coins = [...new Set(asked.map((coin) => coin.priced))]
    const periodSec = parsePeriod(query.period)
    const question = {
      root: context.root,
      nowSec: context.nowSec,
      ...query,
      periodText: query.period,
      periodSec,
      coins: asked.length,
      firstSec: context.nowSec,
    }
    const needsFirst = query.start === undefined && (query.span ?? 0) === 0
    if (needsFirst) {
      const first = await readFirstPrices(context.snapshot, coins)
      question.firstSec = Math.min(context.nowSec, ...[...first.values()].map((record) => record.atSec))
    }
    const { momentsSec, periodSec: stepSec } = chartMoments(question)
    const widthSec = Math.min(query.searchWidth ?? Math.floor(stepSec / 10), MAX_HISTORICAL_WIDTH_SEC)
    const answer = new CoinAnswer(query.include)
    const firstSec = momentsSec[0] ?? context.nowSec
    const records = await readPricesAround(context.snapshot, coins, {
      firstSec,
      lastSec: momentsSec.at(-1) ?? firstSec,
      periodSec: stepSec,
      widthSec,
    })
    for (const coin of asked) {
      const known = records.get(coin.priced) ?? []
      const points = [...new Set(momentsSec.flatMap((momentSec) => findNearestRecord(known, momentSec, widthSec) ?? []))]
      if (points.length === 0) {
        answer.miss(coin, `no price within ${widthSec} s of any moment of the chart`)
        continue
      }
      const confidences = points.flatMap((point) => point.confidence ?? [])
      answer.add(coin.text, {
        symbol: coin.symbol,
        confidence: confidences.length === 0 ? null : Math.min(...confidences),
        ...(coin.decimals === undefined ? {} : { decimals: coin.decimals }),
        prices: points.map((point) => ({ timestamp: point.atSec, price: point.priceUsd })),
      })
    }
    return answer.body()
  },
})

function parsePeriod(period: string | undefined): number | undefined {
  if (period === undefined) return undefined
  const seconds = parseDuration(period)
  if (seconds === undefined || seconds <= 0)
    throw invalidParameter('period', 'must be a duration such as 4h, 2d, 1w or a number of seconds.')
  return seconds
}
