import { PLAIN } from '../facts.ts'
import { valueKeys } from './record-values.ts'

export interface TokenPoint {
  date: number
  tokens: Record<string, number>
}

export interface TokenSeries {
  tokens: TokenPoint[]
  tokensInUsd: TokenPoint[]
}

interface TokenRow {
  chain: string
  section: string
  symbol: string
  daySec: number
  amount: number
  valueUsd: number
}

/** Key of the series over all chains, which is not one of the `chainTvls`. */
export const ALL_CHAINS = ''

/** Daily amounts and values by symbol, in total and per key of `chainTvls`. Rows are in order of time. */
export function tokenPoints(rows: readonly TokenRow[], nameOf: (chain: string) => string): Map<string, TokenSeries> {
  const byKey = new Map<string, TokenSeries>()
  for (const row of rows) {
    const keys = valueKeys(nameOf(row.chain), row.section)
    if (row.section === PLAIN) keys.push(ALL_CHAINS)
    for (const key of keys) {
      const series = byKey.get(key) ?? { tokens: [], tokensInUsd: [] }
      byKey.set(key, series)
      const symbol = row.symbol.toUpperCase()
      addTo(series.tokens, row.daySec, symbol, row.amount)
      addTo(series.tokensInUsd, row.daySec, symbol, row.valueUsd)
    }
  }
  return byKey
}

function addTo(points: TokenPoint[], date: number, symbol: string, value: number): void {
  let last = points.at(-1)
  if (last?.date !== date) {
    last = { date, tokens: {} }
    points.push(last)
  }
  last.tokens[symbol] = (last.tokens[symbol] ?? 0) + value
}
