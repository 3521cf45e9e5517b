import { estimateReport, type PastReport } from './cadence-model.ts'
import type { EarningsFiling } from './quarter-filings.ts'

/**
 * A filing accepted at a time; an 8-K is a release, a periodic form needs the end of its period.
 */
export function earningsFiling(
  form: string,
  accepted: string,
  more: Partial<EarningsFiling> = {},
): EarningsFiling {
  return {
    accession: `${form} ${accepted}`,
    form,
    items: form === '8-K' ? '2.02,9.01' : null,
    filingDate: accepted.slice(0, 10),
    reportDate: null,
    acceptedSec: Date.parse(accepted) / 1000,
    description: null,
    recordedSec: 5_000,
    ...more,
  }
}

/** The release and the report of a quarter: `[end, released, filed]`. */
export function reportedQuarter(
  end: string,
  released: string | undefined,
  filed: string,
  form = '10-Q',
): EarningsFiling[] {
  const release = released === undefined ? [] : [earningsFiling('8-K', released)]
  return [...release, earningsFiling(form, filed, { reportDate: end })]
}

interface Backtest {
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
