import type { Body } from '../../api/answers.ts'
import { sumOf } from '../../lib/sum-of.ts'

type Amounts = Inflows['currentTokens']['tvl']

/** `/api/inflows/{protocol}/{timestamp}`. */
type Inflows = Body<'getInflows'>

export interface TokenRow {
  readonly symbol: string
  readonly valueUsd: number | null
  readonly share: number | null
  readonly amount: number | null
  /** Change of the amount in percent. */
  readonly flow: number | null
}

/** Names under which flows count a token: wrapped coins are the coin. */
const COUNTED_AS = new Map([
  ['WETH', 'ETH'],
  ['WBNB', 'BNB'],
])

/** Tokens with their share, their amount and its change. */
export function tokenRows(
  amounts: Amounts,
  valuesUsd: Amounts,
  inflows: Inflows | undefined,
): readonly TokenRow[] {
  const sum = sumOf(valuesUsd)
  return Object.entries(valuesUsd).map(([symbol, valueUsd]) => ({
    symbol,
    valueUsd,
    share: valueUsd === null || !sum ? null : (valueUsd / sum) * 100,
    amount: amounts[symbol] ?? null,
    flow: flowOf(COUNTED_AS.get(symbol) ?? symbol, inflows),
  }))
}

function flowOf(symbol: string, inflows: Inflows | undefined): number | null {
  const before = inflows?.oldTokens.tvl[symbol]
  const now = inflows?.currentTokens.tvl[symbol]
  return before == null || now == null || before === 0 ? null : (now / before - 1) * 100
}
