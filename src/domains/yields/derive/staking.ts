/** How far a token trades from what it stands for, percent (yields.md#staking-rates). */
export function ethPeg(expectedRate: number, marketRate: number | null): number | null {
  if (marketRate === null || expectedRate === 0) return null
  return (marketRate / expectedRate - 1) * 100
}

/** Each percentage of all values (attribution.md#categories); `null` for one that is not known. */
export function marketShares(valuesUsd: readonly (number | null)[]): (number | null)[] {
  const total = valuesUsd.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return valuesUsd.map((value) => (value === null || total === 0 ? null : (value / total) * 100))
}
