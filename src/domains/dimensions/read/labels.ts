import type { Snapshot } from '../../../store/snapshot.ts'
import { dailyValues } from '../derive/daily-values.ts'
import { type DaySeries, emptySeries, withValues } from '../derive/day-series.ts'
import { dimensionDays } from '../facts.ts'
import { OF_PROTOCOLS, readSeriesRows } from './picture.ts'

/** What rows without a label, and derived values, are called among labels. */
export const OTHER_LABEL = 'Other'

/** Daily fees of some protocols by the label of their source. */
export async function readLabelSeries(
  snapshot: Snapshot,
  dataType: string,
  protocols: readonly string[],
): Promise<{ label: string; series: DaySeries }[]> {
  const where = `${OF_PROTOCOLS} AND dataType = {dataType:String}`
  const rows = await readSeriesRows(snapshot, `FROM ${snapshot.current(dimensionDays, where)}`, {
    metric: 'fees',
    protocols,
    dataType,
  })
  return rows.flatMap((row) => {
    const days = dailyValues(row, 'flow')
    if (days === undefined) return []
    return [
      {
        label: row.label === '' ? OTHER_LABEL : row.label,
        series: withValues(emptySeries(row), days, (_, added) => added),
      },
    ]
  })
}
