import { percentChange } from '../../../derive/percent-change.ts'
import type { Round } from './disclosed-rounds.ts'
import type { MonthlyValuation } from './monthly-valuation.ts'

export interface ValuationFigures {
  latestEstimatedValuation: number | null
  /** YYYY-MM-DD: the first day of the month, or the day of the round that stands in. */
  lastValuationDate: string | null
  latestFundingValuation: number | null
  valuationChange1YPercentage: number | null
  premiumVsLatestFundingPercentage: number | null
}

/**
 * The newest monthly estimate, else the valuation of the newest round that has one (contract, rule
 * 1, decision 57). Change and premium need a monthly estimate (rule 2).
 */
export function valuationFigures(
  months: readonly MonthlyValuation[],
  rounds: readonly Round[],
): ValuationFigures {
  const newest = months.at(-1)
  const funded = rounds.findLast(({ valuationUsd }) => valuationUsd !== null)
  const latestFundingValuation = funded?.valuationUsd ?? null
  if (newest === undefined) {
    return {
      latestEstimatedValuation: latestFundingValuation,
      lastValuationDate: funded === undefined ? null : isoDay(funded.atSec),
      latestFundingValuation,
      valuationChange1YPercentage: null,
      premiumVsLatestFundingPercentage: null,
    }
  }
  const yearAgo = `${Number(newest.date.slice(0, 4)) - 1}${newest.date.slice(4)}`
  const before = months.findLast(({ date }) => date <= yearAgo)
  return {
    latestEstimatedValuation: newest.valuationUsd,
    lastValuationDate: newest.date,
    latestFundingValuation,
    valuationChange1YPercentage: percentChange(before?.valuationUsd, newest.valuationUsd),
    premiumVsLatestFundingPercentage: percentChange(latestFundingValuation, newest.valuationUsd),
  }
}

export function isoDay(atSec: number): string {
  return new Date(atSec * 1000).toISOString().slice(0, 10)
}
