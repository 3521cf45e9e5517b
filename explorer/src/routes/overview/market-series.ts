import type { NamedPoints } from '../../blocks/chart/series-block.tsx'
import { mapsOf } from '../../lib/columns-of.ts'
import type { Value } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'

type Parts = Readonly<Record<string, Value>>

/** A day of any of the answers: of value locked, of stablecoins, of a metric. */
export type MarketDay =
  | { readonly date: number; readonly tvl: Value | Parts }
  | { readonly date: string | number; readonly totalCirculatingUSD: Parts }
  | readonly [sec: number, value: Value | Parts]

/** Series by the shape of an answer: the one before a choice may still be shown. */
export function seriesOf(days: readonly MarketDay[], name: string): readonly NamedPoints[] {
  const points = days.map(pointOf)
  const isSplit = points.some(([, value]) => typeof value === 'object' && value !== null)
  return isSplit
    ? mapsOf(points as readonly (readonly [number, Parts])[])
    : [{ name, points: points as readonly (readonly [number, Value])[] }]
}

function pointOf(day: MarketDay): readonly [number, Value | Parts] {
  if ('tvl' in day) return [day.date, day.tvl]
  if ('totalCirculatingUSD' in day) return [Number(day.date), sumOf(day.totalCirculatingUSD)]
  return day
}
