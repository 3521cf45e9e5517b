/** A month's estimate; `date` is its first day, YYYY-MM-DD. */
export interface MonthlyValuation {
  readonly date: string
  readonly valuationUsd: number
}

const ROUND_TO_USD = 100

/**
 * The estimate of a calendar month: the mean of what each source said on average, to the nearest
 * 100 (contract, rule 3).
 */
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
