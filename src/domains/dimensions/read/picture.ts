import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { dailyValues, type LabelRows } from '../derive/daily-values.ts'
import {
  type DaySeries,
  type DayValues,
  emptySeries,
  overlaps,
  withValues,
} from '../derive/day-series.ts'
import { placeOf } from '../derive/missing-splits.ts'
import { dimensionDays } from '../facts.ts'
import { METRICS, type Metric } from '../metrics.ts'
import { Picture } from '../picture.ts'

interface SeriesRow extends LabelRows {
  protocol: string
  dataType: string
  version: string
  chain: string
  label: string
}

type Series = Map<string, Map<string, DaySeries>>

/**
 * One picture in memory per metric: overviews and charts are made from it, and each run adds its
 * own rows to it.
 */
export const pictureStates: ReadonlyMap<string, StateDefinition<Picture>> = new Map(
  METRICS.map((metric) => [metric.name, pictureState(metric)]),
)

function pictureState(metric: Metric): StateDefinition<Picture> {
  return {
    name: `dimensions.${metric.name}`,
    reads: [dimensionDays],
    build: async (snapshot) => {
      const series: Series = new Map()
      const doubtful = addRows(
        series,
        await readSeriesRows(snapshot, snapshot.versions(dimensionDays, OF_METRIC), {
          metric: metric.name,
        }),
        metric,
      )
      await correct(series, snapshot, metric, [...doubtful])
      return new Picture(series)
    },
    update: (previous, snapshot, sinceRun) => follow(previous, snapshot, sinceRun, metric),
  }
}

const OF_METRIC = 'metric = {metric:String}'
export const OF_PROTOCOLS = `${OF_METRIC} AND protocol IN {protocols:Array(String)}`

/**
 * One row per series and label. Nothing is sorted or compared in the engine, which is what makes it
 * quick: rows that are one a day without a gap, nearly all, come as values only; the rest with
 * their times.
 */
export function readSeriesRows(
  snapshot: Snapshot,
  from: string,
  params: Record<string, unknown>,
): Promise<SeriesRow[]> {
  const isDaily = `first % ${DAY_SEC} = 0 AND arrayAll(step -> step = ${DAY_SEC}, arraySlice(arrayDifference(times), 2))`
  return snapshot.query<SeriesRow>(
    `SELECT protocol, dataType, version, chain, label, first AS firstSec, if(${isDaily}, [], times) AS timesSec,
       if(${isDaily}, arrayMap(usd -> floor(usd + 0.5), usds), usds) AS values
     FROM (SELECT protocol, dataType, version, chain, label, groupArray(atSec) AS times, groupArray(valueUsd) AS usds, times[1] AS first
       ${from} GROUP BY protocol, dataType, version, chain, label) ORDER BY protocol, dataType, version, chain, label`,
    params,
  )
}

/**
 * Adds rows to the series; returns the protocols of which some row has several versions, which are
 * read again with care.
 */
function addRows(target: Series, rows: readonly SeriesRow[], metric: Metric): Set<string> {
  const doubtful = new Set<string>()
  for (const row of rows) {
    const type = metric.dataTypes.find(({ name }) => name === row.dataType)
    if (type === undefined) continue
    const days = dailyValues(row, type.kind)
    if (days === undefined) doubtful.add(row.protocol)
    else addDays(target, row, days)
  }
  return doubtful
}

/** Labels of one series add up. */
function addDays(
  target: Series,
  { protocol, dataType, version, chain, label }: SeriesRow,
  days: DayValues,
): void {
  const ofType = target.get(dataType) ?? new Map<string, DaySeries>()
  target.set(dataType, ofType)
  const place = placeOf({ protocol, version, chain })
  const known = ofType.get(place) ?? emptySeries({ protocol, version, chain })
  const series = withValues(known, days, (before, added) => before + added)
  ofType.set(place, { ...series, isLabelled: known.isLabelled || label !== '' })
}

/**
 * Reads some protocols anew, of each statement the newest version, and puts them in the place of
 * what was there.
 */
async function correct(
  target: Series,
  snapshot: Snapshot,
  metric: Metric,
  protocols: readonly string[],
): Promise<void> {
  if (protocols.length === 0) return
  const renewed = new Set(protocols)
  for (const ofType of target.values()) {
    for (const [place, series] of ofType) if (renewed.has(series.protocol)) ofType.delete(place)
  }
  const rows = await readSeriesRows(
    snapshot,
    `FROM ${snapshot.current(dimensionDays, OF_PROTOCOLS)}`,
    {
      metric: metric.name,
      protocols,
    },
  )
  addRows(target, rows, metric)
}

/**
 * New days are appended from the new rows alone; a protocol whose known days changed is read again.
 */
async function follow(
  previous: Picture,
  snapshot: Snapshot,
  sinceRun: number,
  metric: Metric,
): Promise<Picture> {
  const added: Series = new Map()
  const rows = await readSeriesRows(
    snapshot,
    snapshot.versions(dimensionDays, `${OF_METRIC} AND run > {sinceRun:UInt32}`),
    {
      metric: metric.name,
      sinceRun,
    },
  )
  if (rows.length === 0) return previous
  const changed = addRows(added, rows, metric)
  const series: Series = new Map(
    [...previous.reported].map(([type, places]) => [type, new Map(places)]),
  )
  for (const [type, places] of added) {
    const known = series.get(type) ?? new Map<string, DaySeries>()
    series.set(type, known)
    for (const [place, fresh] of places) {
      const before = known.get(place) ?? emptySeries(fresh)
      const days = { firstDay: fresh.firstDay, values: fresh.values.subarray(0, fresh.length) }
      if (overlaps(before, days)) changed.add(fresh.protocol)
      else
        known.set(place, {
          ...withValues(before, days, (old) => old),
          isLabelled: before.isLabelled || fresh.isLabelled,
        })
    }
  }
  await correct(series, snapshot, metric, [...changed])
  return new Picture(series)
}
