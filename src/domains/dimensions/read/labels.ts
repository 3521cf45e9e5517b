import type { Snapshot } from '../../../store/snapshot.ts'
import { dailyValues } from '../derive/daily-values.ts'
import type { DaySeries } from '../derive/day-series.ts'
import { getMetric } from '../metrics.ts'
import { readSeriesRows } from './series.ts'

/** What rows without a label, and derived values, are called among labels. */
export const OTHER_LABEL = 'Other'

/** Daily fees of some protocols, each series with the label of its source. */
export async function readLabelSeries(
  snapshot: Snapshot,
  dataType: string,
  protocols: readonly string[],
): Promise<Map<DaySeries, string>> {
  const rows = await readSeriesRows(snapshot, {
    metric: getMetric('fees'),
    dataTypes: [dataType],
    where: 'protocol IN {protocols:Array(String)}',
    params: { protocols },
  })
  return new Map(
    rows.map((row): [DaySeries, string] => {
      const { protocol, version, chain, label } = row
      const place = { protocol, version, chain, isLabelled: label !== '', isDerived: false }
      return [{ ...place, ...dailyValues(row, 'flow') }, label === '' ? OTHER_LABEL : label]
    }),
  )
}
