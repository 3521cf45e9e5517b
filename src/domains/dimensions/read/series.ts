import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import { TimeSlice } from '../../../lib/time-slice.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { NamedSeries } from '../derive/chart.ts'
import { dailyValues, type LabelRows } from '../derive/daily-values.ts'
import { type DaySeries, type DayValues, daysOf, sumByDay } from '../derive/day-series.ts'
import { placeOf, type SeriesByType } from '../derive/missing-splits.ts'
import { dimensionDays } from '../facts.ts'
import { getMetric, type Metric } from '../metrics.ts'

/** Rows of one metric that are read together. */
export interface SeriesFilter {
  readonly metric: Metric
  readonly dataTypes: readonly string[]
  /** In lower case. */
  readonly chain?: string | undefined
  /** SQL over the columns of `dimension_days`. */
  readonly where: Sql
  readonly params: Readonly<Record<string, unknown>>
}

export interface SeriesRow extends LabelRows {
  protocol: string
  dataType: string
  version: string
  chain: string
  label: string
}

/** Daily values by kind of figure; the labels of a series add up. */
export async function readSeries(snapshot: Snapshot, filter: SeriesFilter): Promise<SeriesByType> {
  const kinds = new Map(filter.metric.dataTypes.map(({ name, kind }) => [name, kind]))
  const series = new Map<string, Map<string, DaySeries>>()
  const byPlace = Map.groupBy(await readSeriesRows(snapshot, filter), (row) =>
    [row.dataType, placeOf(row)].join('\n'),
  )
  const slice = new TimeSlice()
  for (const labels of byPlace.values()) {
    if (slice.isOver) await slice.yield()
    const first = at(labels, 0)
    const kind = kinds.get(first.dataType)
    if (kind === undefined) continue
    const { protocol, version, chain } = first
    const ofType = series.getOrInsertComputed(first.dataType, () => new Map<string, DaySeries>())
    ofType.set(placeOf(first), {
      ...{ protocol, version, chain },
      ...addLabels(labels.map((row) => dailyValues(row, kind))),
      isLabelled: labels.some(({ label }) => label !== ''),
      isDerived: false,
    })
  }
  return series
}

function addLabels(labels: readonly DayValues[]): DayValues {
  const [only] = labels
  if (only !== undefined && labels.length === 1) return only
  const days = daysOf(labels)
  return { firstDay: days.from, values: sumByDay(labels, days) }
}

/** One row per series and label; nearly all are one a day without a gap and come as values only. */
export function readSeriesRows(
  snapshot: Snapshot,
  { metric, dataTypes, chain, where, params }: SeriesFilter,
): Promise<SeriesRow[]> {
  const onChain = chain === undefined ? sql`1` : sql`lower(chain) = {chain:String}`
  const rows = snapshot.current(
    dimensionDays,
    sql`metric = {metric:String} AND dataType IN {dataTypes:Array(String)} AND ${onChain} AND ${where}`,
  )
  const inOrder = sql`arraySort((usd, time) -> time, usds, times)`
  return snapshot.query<SeriesRow>(
    sql`SELECT protocol, dataType, version, chain, label, firstSec, if(isDaily, [], arraySort(times)) AS timesSec,
       if(isDaily, arrayMap(usd -> floor(usd + 0.5), ${inOrder}), ${inOrder}) AS values
     FROM (SELECT protocol, dataType, version, chain, label, min(atSec) AS firstSec, groupArray(atSec) AS times, groupArray(valueUsd) AS usds,
         countIf(atSec % ${DAY_SEC} != 0) = 0 AND count() = 1 + (max(atSec) - firstSec) / ${DAY_SEC} AS isDaily
       FROM ${rows} GROUP BY protocol, dataType, version, chain, label)
     ORDER BY protocol, dataType, version, chain, label`,
    { ...params, metric: metric.name, dataTypes, ...(chain === undefined ? {} : { chain }) },
  )
}

/** What rows without a label, and derived values, are called among labels. */
export const OTHER_LABEL = 'Other'

/** Daily fees of some protocols by the label of their source. */
export async function readLabelSeries(
  snapshot: Snapshot,
  dataType: string,
  protocols: readonly string[],
): Promise<NamedSeries[]> {
  const rows = await readSeriesRows(snapshot, {
    metric: getMetric('fees'),
    dataTypes: [dataType],
    where: sql`protocol IN {protocols:Array(String)}`,
    params: { protocols },
  })
  return rows.map((row) => ({
    name: row.label === '' ? OTHER_LABEL : row.label,
    series: dailyValues(row, 'flow'),
  }))
}
