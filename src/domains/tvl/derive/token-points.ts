import { emptyRecord } from '../../../lib/records.ts'
import { PLAIN } from '../facts.ts'
import type { SeriesRecord } from './family-series.ts'
import { recordValues, valueKeys } from './record-values.ts'

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

/** Amounts and values by symbol, in total (tvl.md#list-of-protocols) and per key of `chainTvls`. */
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
  const series = byKey.getOrInsertComputed(key, () => ({ tokens: [], tokensInUsd: [] }))
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

interface Point {
  date: number
  totalLiquidityUSD: number
}

export interface ProtocolSeries {
  tvl: Point[]
  /** By the keys of `chainTvls`: chains, sections of chains, and sections. */
  byKey: Map<string, Point[]>
}

/** A series by total and by key; keys have points only where they have values. */
export function seriesPoints(
  records: readonly SeriesRecord[],
  nameOf: (chain: string) => string,
): ProtocolSeries {
  const tvl: Point[] = []
  const byKey = new Map<string, Point[]>()
  for (const { dateSec, rows } of records) {
    const values = recordValues(rows, nameOf)
    tvl.push({ date: dateSec, totalLiquidityUSD: values.tvl })
    for (const [key, usd] of Object.entries(values.chainTvls)) {
      byKey.getOrInsert(key, []).push({ date: dateSec, totalLiquidityUSD: usd })
    }
  }
  return { tvl, byKey }
}
