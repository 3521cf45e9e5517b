/**
 * Each one's share of the value of all, in percent (decision 49); `null` for one whose value is not
 * known. Together they are 100.
 */
export function marketShares(valuesUsd: readonly (number | null)[]): (number | null)[] {
  const total = valuesUsd.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return valuesUsd.map((value) => (value === null || total === 0 ? null : (value / total) * 100))
}
