import { findNearestRecord } from '../../../../derive/nearest-record.ts'
import { at } from '../../../../lib/at.ts'

/**
 * Yields at moments or on days, in order; kept as two lists of numbers, because there are very many
 * of them in memory.
 */
export interface ApySeries {
  readonly times: readonly number[]
  readonly apysPct: readonly number[]
}

export const EMPTY_SERIES: ApySeries = { times: [], apysPct: [] }

/** The series with one more yield at its end, and without those before `fromTime`. */
export function extendSeries(
  { times, apysPct }: ApySeries,
  time: number,
  apyPct: number,
  fromTime: number,
): ApySeries {
  const first = times.findIndex((known) => known >= fromTime)
  const start = first < 0 ? times.length : first
  return { times: [...times.slice(start), time], apysPct: [...apysPct.slice(start), apyPct] }
}

/** The yield nearest to a moment within `widthSec` on either side. */
export function findNearestApy(
  { times, apysPct }: ApySeries,
  momentSec: number,
  widthSec: number,
): number | undefined {
  const near = times.flatMap((atSec, index) =>
    Math.abs(atSec - momentSec) <= widthSec ? [{ atSec, apyPct: at(apysPct, index) }] : [],
  )
  return findNearestRecord(near, momentSec, widthSec)?.apyPct
}
