import { DAY_SEC, dayOf, HOUR_SEC } from '../../../lib/clock.ts'
import type { AssetHistory } from './asset-history.ts'
import { circulatingUnits } from './place-supply.ts'
import { type Present, placeOn } from './present.ts'

/** One report: its timestamp, and minted and unreleased, or the amount bridged. */
export interface Report {
  readonly atSec: number
  readonly values: readonly number[]
}

/** What was reported around a timestamp on a chain; with `sourceChain`, as bridged from there. */
export interface ReportsAround {
  readonly chain: string
  readonly sourceChain?: string | undefined
  /** The last report at the timestamp or before it. */
  readonly before: Report | undefined
  /** The first report after it, at most `LATER_REPORT_SEC` later. */
  readonly after: Report | undefined
}

/** A report after the timestamp stands for it only if it is at most this much later. */
export const LATER_REPORT_SEC = 12 * HOUR_SEC

/**
 * What circulated on each chain by the report nearest to a timestamp
 * (stablecoins.md#earlier-supply); chains without a report until then are left out.
 */
export function earlierSupply(
  history: AssetHistory,
  reports: readonly ReportsAround[],
  timeSec: number,
  present: Present,
): Map<string, number> {
  const reportSec = nearestReport(history.lastSec, reports, timeSec)
  if (reportSec === undefined) return new Map()
  const valuesOf = ({ before, after }: ReportsAround) =>
    (after?.atSec === reportSec ? after : before)?.values
  const units = new Map<string, number>()
  for (const chain of history.places.keys()) {
    const circulating = placeUnits(chain, reports, valuesOf)
    const known =
      circulating !== undefined && Number.isNaN(circulating)
        ? placeOn(history, chain, dayOf(reportSec) - 1, present)?.units
        : circulating
    if (known !== undefined) units.set(chain, known)
  }
  return units
}

/** The report that stands, less than a day if it is the last (stablecoins.md#present-day). */
function nearestReport(
  lastSec: number,
  reports: readonly ReportsAround[],
  timeSec: number,
): number | undefined {
  const beforeSec = Math.max(...reports.map(({ before }) => before?.atSec ?? -Infinity))
  const afterSec = Math.min(...reports.map(({ after }) => after?.atSec ?? Infinity))
  if (afterSec - timeSec < timeSec - beforeSec && afterSec - timeSec <= LATER_REPORT_SEC)
    return afterSec
  const isStanding = lastSec > timeSec || timeSec - beforeSec < DAY_SEC
  return Number.isFinite(beforeSec) && isStanding ? beforeSec : undefined
}

/** stablecoins.md#circulating-supply; `undefined` without an own report, `NaN` when impossible. */
function placeUnits(
  chain: string,
  reports: readonly ReportsAround[],
  valuesOf: (reports: ReportsAround) => readonly number[] | undefined,
): number | undefined {
  let isKnown = false
  let [minted, unreleased, bridgedIn, bridgedOut] = [0, 0, 0, 0]
  for (const own of reports) {
    const values = valuesOf(own)
    if (values === undefined) continue
    const [first = 0, second = 0] = values
    if (own.sourceChain === chain) bridgedOut += first
    if (own.chain !== chain) continue
    isKnown = true
    if (own.sourceChain === undefined) [minted, unreleased] = [first, second]
    else bridgedIn += first
  }
  return isKnown ? circulatingUnits(minted, bridgedIn, unreleased, bridgedOut) : undefined
}
