import type { SeriesRecord } from './daily-records.ts'
import { recordValues } from './record-values.ts'

interface Point {
  date: number
  totalLiquidityUSD: number
}

export interface ProtocolSeries {
  tvl: Point[]
  /** By the keys of `chainTvls`: chains, sections of chains, and sections. */
  byKey: Map<string, Point[]>
}

/**
 * A protocol's series by total and by key. A key has a point only where its record has a value:
 * missing is not zero.
 */
export function seriesPoints(
  records: readonly SeriesRecord[],
  nameOf: (chain: string) => string,
): ProtocolSeries {
  const tvl: Point[] = []
  const byKey = new Map<string, Point[]>()
  for (const { dateSec, rows } of records) {
    const values = recordValues(rows, nameOf)
    tvl.push({ date: dateSec, totalLiquidityUSD: values.tvl })
    for (const [key, usd] of Object.entries(values.chainTvls)) {
      const points = byKey.get(key)
      const point = { date: dateSec, totalLiquidityUSD: usd }
      if (points === undefined) byKey.set(key, [point])
      else points.push(point)
    }
  }
  return { tvl, byKey }
}
