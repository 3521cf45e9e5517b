/** Amount and value of a token at one of the two timestamps. */
export interface TokenHolding {
  amount: number
  valueUsd: number
}

// tvl.md#inflows: a wrapped coin is the coin itself, so that wrapping is not a flow.
const UNWRAPPED: Record<string, string> = { WETH: 'ETH', WBNB: 'BNB' }

/** Holdings by symbol, wrapped forms counted as the coin they wrap. */
export function holdingsBySymbol(
  rows: readonly (TokenHolding & { symbol: string })[],
): Map<string, TokenHolding> {
  const bySymbol = new Map<string, TokenHolding>()
  for (const row of rows) {
    const upper = row.symbol.toUpperCase()
    const symbol = UNWRAPPED[upper] ?? upper
    const sum = bySymbol.get(symbol) ?? { amount: 0, valueUsd: 0 }
    bySymbol.set(symbol, { amount: sum.amount + row.amount, valueUsd: sum.valueUsd + row.valueUsd })
  }
  return bySymbol
}

/**
 * What came in and went out (tvl.md#inflows): change of amount × price, so that a price move is no
 * flow; the price is that of the time at which the token was worth more.
 */
export function tokenFlows(
  before: ReadonlyMap<string, TokenHolding>,
  after: ReadonlyMap<string, TokenHolding>,
) {
  let inflows = 0
  let outflows = 0
  for (const symbol of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(symbol) ?? { amount: 0, valueUsd: 0 }
    const now = after.get(symbol) ?? { amount: 0, valueUsd: 0 }
    const priced = now.valueUsd >= old.valueUsd ? now : old
    const priceUsd = priced.amount === 0 ? 0 : priced.valueUsd / priced.amount
    const flow = (now.amount - old.amount) * priceUsd
    if (flow > 0) inflows += flow
    else outflows -= flow
  }
  return { inflows, outflows, netflow: inflows - outflows }
}
