/** What tells the tokens that a holder issued itself. */
export interface Issuer {
  tokenCoin: string | null
  ownTokens: readonly string[]
}

/**
 * Coin ids of the tokens a holder issued itself: its own, its protocol's or family's, and those
 * listed for it; each once, in order.
 */
export function ownTokens(
  holder: Issuer,
  family: readonly { tokenCoin: string | null }[],
): string[] {
  const coins = [
    holder.tokenCoin,
    ...family.map(({ tokenCoin }) => tokenCoin),
    ...holder.ownTokens,
  ].flatMap((coin) => coin ?? [])
  return [...new Set(coins)].sort()
}
