import { emptyRecord } from '../../../lib/records.ts'
import { PLAIN } from '../facts.ts'
import type { SeriesRecord } from './daily-records.ts'
import { valueKeys } from './record-values.ts'

/** One token of a protocol's record: what a chain and section hold of it. */
export interface TokenRow {
  chain: string
  section: string
  token: string
  symbol: string
  amount: number
  valueUsd: number
}

interface TokenPoint {
  date: number
  tokens: Record<string, number>
}

export interface TokenSeries {
  tokens: TokenPoint[]
  tokensInUsd: TokenPoint[]
}

/** Key of the series over all chains, which is not one of the `chainTvls`. */
export const ALL_CHAINS = ''

/**
 * Amounts and values by symbol, in total (without sections, semantics 2.1) and per key of
 * `chainTvls`. Records are in order of time.
 */
export function tokenPoints(
  records: readonly SeriesRecord<TokenRow>[],
  nameOf: (chain: string) => string,
): Map<string, TokenSeries> {
  const byKey = new Map<string, TokenSeries>()
  for (const { dateSec, rows } of records) {
    for (const row of rows) {
      const keys = valueKeys(nameOf(row.chain), row.section)
      if (row.section === PLAIN) keys.push(ALL_CHAINS)
      for (const key of keys) addRow(byKey, key, dateSec, row)
    }
  }
  return byKey
}

function addRow(
  byKey: Map<string, TokenSeries>,
  key: string,
  dateSec: number,
  row: TokenRow,
): void {
  const series = byKey.get(key) ?? { tokens: [], tokensInUsd: [] }
  byKey.set(key, series)
  const symbol = row.symbol.toUpperCase()
  addTo(series.tokens, dateSec, symbol, row.amount)
  addTo(series.tokensInUsd, dateSec, symbol, row.valueUsd)
}

function addTo(points: TokenPoint[], date: number, symbol: string, value: number): void {
  let last = points.at(-1)
  if (last?.date !== date) {
    last = { date, tokens: emptyRecord() }
    points.push(last)
  }
  last.tokens[symbol] = (last.tokens[symbol] ?? 0) + value
}
