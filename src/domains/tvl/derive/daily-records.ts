import type { RecordRow } from './record-values.ts'

/**
 * A protocol's record as a series shows it: midnight of its day, or for the newest one its own
 * time.
 */
export interface SeriesRecord<R = RecordRow> {
  dateSec: number
  rows: readonly R[]
}

/**
 * A protocol's series (semantics 2.3): one record a UTC day, the first of that day, dated at 00:00;
 * then the newest record with its own time, unless that is the midnight at which the series ends
 * already.
 */
export function dailySeries<R>(
  daily: readonly SeriesRecord<R>[],
  newest: SeriesRecord<R> | undefined,
): SeriesRecord<R>[] {
  const series = [...daily]
  if (newest !== undefined && newest.dateSec > (series.at(-1)?.dateSec ?? Number.NEGATIVE_INFINITY))
    series.push(newest)
  return series
}
