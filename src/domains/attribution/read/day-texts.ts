import { setImmediate } from 'node:timers/promises'
import { reachedDays, writeDays } from '../derive/chart-text.ts'
import {
  type ChartTotals,
  type LargeChart,
  largeChart,
  listLargeCharts,
} from '../derive/large-charts.ts'

/**
 * Written days from `firstDay`, a number of days since 1970: each a comma and the text of its
 * point, or nothing.
 */
export interface DayBytes {
  firstDay: number
  days: readonly Buffer[]
}

/** The days of the large charts as bytes, which an answer only has to put together. */
export type LargeTexts = ReadonlyMap<LargeChart, DayBytes>

// So many days are written at a time; other answers get their turn in between.
const DAYS_AT_A_TIME = 50

/**
 * Writes all days of the large charts, or those from one on that follow what is written already;
 * `many` figures make a chart large.
 */
export async function writeLargeTexts(
  totals: ChartTotals,
  known?: { texts: LargeTexts; fromDay: number },
  many?: number,
): Promise<LargeTexts> {
  const texts = new Map<LargeChart, DayBytes>()
  for (const chart of listLargeCharts(totals, many)) {
    const bytes = known?.texts.get(chart)
    texts.set(
      chart,
      await writeBytes(chart, totals, bytes && { bytes, fromDay: known?.fromDay ?? 0 }),
    )
  }
  return texts
}

async function writeBytes(
  chart: LargeChart,
  totals: ChartTotals,
  known?: { bytes: DayBytes; fromDay: number },
): Promise<DayBytes> {
  const { columns, write } = largeChart(chart, totals, known?.fromDay)
  const reached = reachedDays(columns)
  const days = known?.bytes.days.slice(0, Math.max(0, known.fromDay - known.bytes.firstDay)) ?? []
  const firstDay = days.length > 0 ? (known?.bytes.firstDay ?? 0) : reached.fromDay
  for (let day = firstDay + days.length; day < reached.untilDay; day += DAYS_AT_A_TIME) {
    const texts = writeDays(write, day, Math.min(day + DAYS_AT_A_TIME, reached.untilDay))
    days.push(...texts.map((text) => Buffer.from(text === '' ? '' : `,${text}`)))
    await setImmediate()
  }
  return { firstDay, days }
}
