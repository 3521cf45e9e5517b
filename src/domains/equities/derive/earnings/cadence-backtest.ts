import { estimateReport, type PastReport } from './cadence-model.ts'

export interface Backtest {
  /** Reports of which a year of history was known before. */
  readonly checked: number
  readonly within: number
}

/**
 * How many of a company's reports fell within `max_drift_days` of what the model would have said a
 * quarter earlier, knowing only the reports before; `reports` are in order.
 */
export function backtestCadence(reports: readonly PastReport[]): Backtest {
  let [checked, within] = [0, 0]
  reports.forEach((report, index) => {
    if (index < 4) return
    const estimate = estimateReport(reports.slice(0, index), report.number, report.endDay)
    if (estimate === undefined) return
    checked++
    if (Math.abs(estimate.reportDay - report.reportDay) <= estimate.maxDriftDays) within++
  })
  return { checked, within }
}
