/** What a chain took in over bridges and what left it, in tokens. */
export interface BridgeBalance {
  chain: string
  bridgedIn: number
  bridgedOut: number
}

export interface BridgedAmount {
  chain: string
  sourceChain: string
  amount: number
}

// Less than this is what is left of adding and subtracting large figures.
const DUST_SHARE = 1e-9

/**
 * Amounts by chain and source that add up to what each chain took in and gave away: responses carry
 * only these sums, and the largest source goes first (mirror.md#derived-figures).
 */
export function splitBridged(balances: readonly BridgeBalance[]): BridgedAmount[] {
  const total = balances.reduce((sum, { bridgedIn }) => sum + bridgedIn, 0)
  const isDust = (amount: number) => amount <= total * DUST_SHARE
  const sources = balances
    .map(({ chain, bridgedOut }) => ({ chain, left: bridgedOut }))
    .filter(({ left }) => !isDust(left))
    .sort((a, b) => b.left - a.left)
  const [only, ...others] = sources
  // The amount as it was given, not what is left of subtractions.
  if (only !== undefined && others.length === 0)
    return balances.flatMap(({ chain, bridgedIn }) =>
      chain === only.chain || isDust(bridgedIn)
        ? []
        : [{ chain, sourceChain: only.chain, amount: bridgedIn }],
    )
  const amounts: BridgedAmount[] = []
  for (const { chain, bridgedIn } of balances) {
    let open = bridgedIn
    for (const source of sources) {
      if (source.chain === chain || isDust(open) || isDust(source.left)) continue
      const amount = Math.min(open, source.left)
      amounts.push({ chain, sourceChain: source.chain, amount })
      open -= amount
      source.left -= amount
    }
  }
  return amounts
}
