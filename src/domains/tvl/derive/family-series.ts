import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { RecordRow } from './record-values.ts'

/**
 * The series of a parent (tvl.md#one-protocol): its children's, summed per date. Missing days take
 * a child's last record; the newest points of all are aligned to the newest time.
 */
export function familySeries<R>(
  children: readonly (readonly SeriesRecord<R>[])[],
): SeriesRecord<R>[] {
  const alive = children.filter((series) => series.length > 0)
  const newestSec = Math.max(...alive.map((series) => series.at(-1)?.dateSec ?? 0))
  const byDate = new Map<number, R[]>()
  for (const series of alive) {
    for (const record of fillForward(series, newestSec)) {
      byDate.getOrInsert(record.dateSec, []).push(...record.rows)
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

/** A record as a series shows it: at midnight of its day, or the newest one at its own time. */
export interface SeriesRecord<R = RecordRow> {
  dateSec: number
  rows: readonly R[]
}

/**
 * A protocol's series (tvl.md#one-protocol): the first record of each UTC day, dated at 00:00, then
 * the newest at its own time, unless that is the midnight at which it ends already.
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
