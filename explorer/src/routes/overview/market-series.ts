import type { Body } from '../../api/answers.ts'
import type { NamedPoints } from '../../blocks/chart/series-block.tsx'
import { partsOrTotal } from '../../lib/columns-of.ts'
import { sumOf } from '../../lib/sum-of.ts'
import type { MetricDays } from '../metrics/metric-requests.ts'

/** Days of any of the answers: of value locked, of stablecoins, of a metric. */
export type MarketDays = Body<'getHistoricalTvl'> | Body<'getStablecoinChart'> | MetricDays

/** Series by the shape of an answer: the one before a choice may still be shown. */
export function seriesOf(days: MarketDays, name: string): readonly NamedPoints[] {
  return partsOrTotal(days.map(pointOf), name)
}

function pointOf(day: MarketDays[number]) {
  if ('tvl' in day) return [day.date, day.tvl] as const
  if ('totalCirculatingUSD' in day)
    return [Number(day.date), sumOf(day.totalCirculatingUSD)] as const
  return day
}
