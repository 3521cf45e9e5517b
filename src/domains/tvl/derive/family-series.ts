import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { RecordRow } from './record-values.ts'

/**
 * The series of a parent (tvl.md#one-protocol): its children's summed per date. A child's missing
 * days take its last record, up to the newest time of the family, and the newest points of all
 * children are aligned to that time.
 */
export function familySeries<R>(
  children: readonly (readonly SeriesRecord<R>[])[],
): SeriesRecord<R>[] {
  const alive = children.filter((series) => series.length > 0)
  const newestSec = Math.max(...alive.map((series) => series.at(-1)?.dateSec ?? 0))
  const byDate = new Map<number, R[]>()
  for (const series of alive) {
    for (const record of fillForward(series, newestSec)) {
      const rows = byDate.get(record.dateSec) ?? []
      rows.push(...record.rows)
      byDate.set(record.dateSec, rows)
    }
  }
  return [...byDate].sort(([a], [b]) => a - b).map(([dateSec, rows]) => ({ dateSec, rows }))
}

/** One record for every day from the child's first, and one at the family's newest time. */
function fillForward<R>(series: readonly SeriesRecord<R>[], newestSec: number): SeriesRecord<R>[] {
  const filled: SeriesRecord<R>[] = []
  let position = 0
  let latest = series[0]
  for (
    let daySec = dayStart(series[0]?.dateSec ?? 0);
    daySec <= newestSec && latest !== undefined;
    daySec += DAY_SEC
  ) {
    while (position < series.length && (series[position]?.dateSec ?? 0) <= daySec)
      latest = series[position++] ?? latest
    filled.push({ dateSec: daySec, rows: latest.rows })
  }
  const newest = series.at(-1)
  if (newest !== undefined && newestSec > (filled.at(-1)?.dateSec ?? 0))
    filled.push({ dateSec: newestSec, rows: newest.rows })
  return filled
}

/**
 * A protocol's record as a series shows it: midnight of its day, or for the newest one its own
 * time.
 */
export interface SeriesRecord<R = RecordRow> {
  dateSec: number
  rows: readonly R[]
}

/**
 * A protocol's series (tvl.md#one-protocol): one record a UTC day, the first of that day, dated at
 * 00:00; then the newest record with its own time, unless that is the midnight at which the series
 * ends already.
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
