import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { NamedSeries } from '../derive/breakdown.ts'
import { dailyValues } from '../derive/daily-values.ts'
import { getMetric } from '../metrics.ts'
import { readSeriesRows } from './series.ts'

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
