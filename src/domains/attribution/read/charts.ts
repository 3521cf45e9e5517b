import { RenderedBytes } from '../../../http/rendered.ts'
import type { RequestContext } from '../../../http/route.ts'
import {
  boundDays,
  chartPoints,
  type PointRange,
  reachedDays,
  type WritePoint,
  writeDays,
  writeNewest,
} from '../derive/chart-text.ts'
import type { Column } from '../derive/columns.ts'
import { type ChartTotals, type LargeChart, largeChart } from '../derive/large-charts.ts'
import { dailyAttributionState, nameIn } from './daily.ts'
import type { LargeTexts } from './day-texts.ts'
import { newestAttributionState } from './newest.ts'

const NOTHING = Buffer.alloc(0)

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

/** The points of a large chart between two texts: its days are written already. */
export function largeBody(
  { totals, texts, range }: Charts,
  chart: LargeChart,
  before: string,
  after: string,
): RenderedBytes {
  const { firstDay, days } = texts.get(chart) ?? { firstDay: 0, days: [] }
  const { fromDay, untilDay } = boundDays(range)
  const newest = writeNewest(
    largeChart(chart, { newest: totals.newest, nameOf: totals.nameOf }).write,
    range,
  )
  const points = days
    .slice(Math.max(0, fromDay - firstDay), Math.max(0, untilDay - firstDay))
    .filter(({ length }) => length > 0)
  const [first, ...rest] = newest === '' ? points : [...points, Buffer.from(`,${newest}`)]
  // No comma before the first.
  return new RenderedBytes(
    Buffer.concat([
      Buffer.from(before),
      first?.subarray(1) ?? NOTHING,
      ...rest,
      Buffer.from(after),
    ]),
  )
}

/** The points of any other chart. */
export function pointsOf(columns: readonly Column[], write: WritePoint, range: PointRange): string {
  const [reached, bounds] = [reachedDays(columns), boundDays(range)]
  const firstDay = Math.max(reached.fromDay, bounds.fromDay)
  return chartPoints(
    { firstDay, texts: writeDays(write, firstDay, Math.min(reached.untilDay, bounds.untilDay)) },
    write,
    range,
  )
}
