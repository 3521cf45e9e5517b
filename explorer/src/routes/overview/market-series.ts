import type { Body } from '../../api/request.ts'
import { partsOrTotal } from '../../lib/columns-of.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { sumOf } from '../../lib/sums.ts'
import type { MetricDays } from '../metrics/metric-requests.ts'

/** Days of any of the responses: of value locked, of stablecoins, of a metric. */
export type MarketDays = Body<'getHistoricalTvl'> | Body<'getStablecoinChart'> | MetricDays

/** Series by the shape of a response: the one before a choice may still be shown. */
export function seriesOf(days: MarketDays, name: string): readonly NamedPoints[] {
  return partsOrTotal(days.map(pointOf), name)
}

function pointOf(day: MarketDays[number]) {
  if ('tvl' in day) return [day.date, day.tvl] as const
  if ('totalCirculatingUSD' in day)
    return [Number(day.date), sumOf(day.totalCirculatingUSD)] as const
  return day
}
