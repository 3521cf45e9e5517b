import { percentChange } from '../../../derive/percent-change.ts'
import type { Round } from './disclosed-rounds.ts'

/** A month's estimate; `date` is its first day, YYYY-MM-DD. */
export interface MonthlyValuation {
  readonly date: string
  readonly valuationUsd: number
}

const ROUND_TO_USD = 100

/** The mean of what each source said on average, to the nearest 100 (contract, rule 3). */
export function monthlyValuation({
  date,
  sourcesUsd,
}: {
  date: string
  sourcesUsd: readonly number[]
}): MonthlyValuation {
  // Summed in order of size, so that the order of sources does not change the last digit.
  const sum = sourcesUsd.toSorted((a, b) => a - b).reduce((total, value) => total + value, 0)
  return {
    date,
    valuationUsd: Math.round(sum / sourcesUsd.length / ROUND_TO_USD) * ROUND_TO_USD,
  }
}

interface ValuationFigures {
  latestEstimatedValuation: number | null
  /** YYYY-MM-DD: the first day of the month, or the day of the round that stands in. */
  lastValuationDate: string | null
  latestFundingValuation: number | null
  valuationChange1YPercentage: number | null
  premiumVsLatestFundingPercentage: number | null
}

/**
 * The newest monthly estimate, else the valuation of the newest round that has one (contract, rule
 * 1, pre-ipo.md#details). Change and premium need a monthly estimate (rule 2).
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
