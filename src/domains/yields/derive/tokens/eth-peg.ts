/**
 * How far a staking token trades from what it stands for, in percent (semantics 5.7); below 0 it
 * trades at a discount.
 */
export function ethPeg(expectedRate: number, marketRate: number | null): number | null {
  if (marketRate === null || expectedRate === 0) return null
  return (marketRate / expectedRate - 1) * 100
}
