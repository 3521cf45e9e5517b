import { setImmediate } from 'node:timers/promises'
import { type DayTexts, reachedDays, writeDays } from '../derive/chart-text.ts'
import { type ChartTotals, LARGE_CHARTS, type LargeChart, largeChart } from '../derive/large-charts.ts'

/** The days of the large charts, written out. */
export type LargeTexts = Readonly<Record<LargeChart, DayTexts>>

// So many days are written at a time; other answers get their turn in between.
const DAYS_AT_A_TIME = 50

/** Writes all days of the large charts, or those from one on that follow what is written already. */
export async function writeLargeTexts(totals: ChartTotals, known?: { texts: LargeTexts; fromDay: number }): Promise<LargeTexts> {
  const written: [LargeChart, DayTexts][] = []
  for (const chart of LARGE_CHARTS) written.push([chart, await writeTexts(chart, totals, known && { ...known, texts: known.texts[chart] })])
  return Object.fromEntries(written) as Record<LargeChart, DayTexts>
}

async function writeTexts(chart: LargeChart, totals: ChartTotals, known?: { texts: DayTexts; fromDay: number }): Promise<DayTexts> {
  const { columns, write } = largeChart(chart, totals, known?.fromDay)
  const reached = reachedDays(columns)
  const kept = known?.texts.texts.slice(0, Math.max(0, known.fromDay - known.texts.firstDay)) ?? []
  const firstDay = kept.length > 0 ? (known?.texts.firstDay ?? 0) : reached.fromDay
  const texts = [...kept]
  for (let day = firstDay + kept.length; day < reached.untilDay; day += DAYS_AT_A_TIME) {
    texts.push(...writeDays(write, day, Math.min(day + DAYS_AT_A_TIME, reached.untilDay)))
    await setImmediate()
  }
  return { firstDay, texts }
}
