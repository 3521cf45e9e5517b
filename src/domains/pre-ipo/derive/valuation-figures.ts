import { percentChange } from '../../../derive/percent-change.ts'
import type { Round } from './disclosed-rounds.ts'

/** A month's estimate; `date` is its first day, YYYY-MM-DD. */
export interface MonthlyValuation {
  readonly date: string
  readonly valuationUsd: number
}

/** What each source said on average in a month. */
export interface SourceMeans {
  readonly date: string
  readonly sourcesUsd: readonly number[]
}

const ROUND_TO_USD = 100

/** The mean of what each source said on average, to the nearest 100 (contract, rule 3). */
export function monthlyValuation({ date, sourcesUsd }: SourceMeans): MonthlyValuation {
  // Summed in order of size, so that the order of sources does not change the last digit.
  const sum = sourcesUsd.toSorted((a, b) => a - b).reduce((total, value) => total + value, 0)
  return { date, valuationUsd: Math.round(sum / sourcesUsd.length / ROUND_TO_USD) * ROUND_TO_USD }
}

/** The newest monthly estimate, else that of a round (contract, rules 1, 2; pre-ipo.md#details). */
export function valuationFigures(months: readonly MonthlyValuation[], rounds: readonly Round[]) {
  const newest = months.at(-1)
  const funded = rounds.findLast(({ valuationUsd }) => valuationUsd !== null)
  const latestFundingValuation = funded?.valuationUsd ?? null
  const fundedOn = funded === undefined ? null : isoDay(funded.atSec)
  const yearAgo = newest && `${Number(newest.date.slice(0, 4)) - 1}${newest.date.slice(4)}`
  const before = yearAgo === undefined ? undefined : months.findLast(({ date }) => date <= yearAgo)
  const changeSince = (earlierUsd: number | null | undefined) =>
    newest === undefined ? null : percentChange(earlierUsd, newest.valuationUsd)
  return {
    latestEstimatedValuation: newest?.valuationUsd ?? latestFundingValuation,
    // The first day of the month, or the day of the round that stands in.
    lastValuationDate: newest?.date ?? fundedOn,
    latestFundingValuation,
    valuationChange1YPercentage: changeSince(before?.valuationUsd),
    premiumVsLatestFundingPercentage: changeSince(latestFundingValuation),
  }
}

export function isoDay(atSec: number): string {
  return new Date(atSec * 1000).toISOString().slice(0, 10)
}
