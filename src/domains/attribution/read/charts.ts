import type { RequestContext } from '../../../http/route.ts'
import type { PointRange } from '../derive/chart-text.ts'
import { boundDays, chartPoints, reachedDays, type WritePoint, writeDays } from '../derive/chart-text.ts'
import type { Column } from '../derive/columns.ts'
import { type ChartTotals, type LargeChart, largeChart } from '../derive/large-charts.ts'
import { dailyAttributionState, nameIn } from './daily.ts'
import type { LargeTexts } from './day-texts.ts'
import { newestAttributionState } from './newest.ts'

/** Everything charts are made from, and the points that were asked for. */
export interface Charts {
  totals: Required<ChartTotals>
  texts: LargeTexts
  range: PointRange
}

export async function readCharts(
  { snapshot, states }: RequestContext,
  { start, end }: { start: number | undefined; end: number | undefined },
): Promise<Charts> {
  const daily = await states.get(dailyAttributionState, snapshot)
  const newest = await states.get(newestAttributionState, snapshot)
  return {
    totals: { daily: daily.totals, newest: newest.totals, nameOf: nameIn(daily.members) },
    texts: daily.texts,
    range: { newestSec: newest.atSec, startSec: start, endSec: end },
  }
}

/** The points of a large chart: its days are written already. */
export function largePoints({ totals, texts, range }: Charts, chart: LargeChart): string {
  const { write } = largeChart(chart, { newest: totals.newest, nameOf: totals.nameOf })
  return chartPoints(texts[chart], write, range)
}

/** The points of any other chart. */
export function pointsOf(columns: readonly Column[], write: WritePoint, range: PointRange): string {
  const [reached, bounds] = [reachedDays(columns), boundDays(range)]
  const firstDay = Math.max(reached.fromDay, bounds.fromDay)
  return chartPoints({ firstDay, texts: writeDays(write, firstDay, Math.min(reached.untilDay, bounds.untilDay)) }, write, range)
}
