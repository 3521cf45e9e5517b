import { emptyRecord } from '../../../lib/records.ts'
import { PLAIN } from '../facts.ts'
import type { TokenRow } from './token-points.ts'

export interface TokenHolder {
  protocol: string
  /** US dollars by coin id. */
  amountUsd: Record<string, number>
  totalUsd: number
}

/** Protocols whose newest plain tokens hold one, largest first (tvl.md#token-holders). */
export function tokenHolders(
  newest: ReadonlyMap<string, { rows: readonly TokenRow[] }>,
  wanted: { symbol: string | undefined; coins: ReadonlySet<string> },
): TokenHolder[] {
  const holders: TokenHolder[] = []
  for (const [protocol, { rows }] of newest) {
    const amountUsd = emptyRecord<number>()
    let totalUsd: number | undefined
    for (const { section, symbol, token, valueUsd } of rows) {
      if (section !== PLAIN || (symbol.toUpperCase() !== wanted.symbol && !wanted.coins.has(token)))
        continue
      amountUsd[token] = (amountUsd[token] ?? 0) + valueUsd
      totalUsd = (totalUsd ?? 0) + valueUsd
    }
    if (totalUsd !== undefined) holders.push({ protocol, amountUsd, totalUsd })
  }
  return holders.sort((a, b) => b.totalUsd - a.totalUsd || (a.protocol < b.protocol ? -1 : 1))
}
