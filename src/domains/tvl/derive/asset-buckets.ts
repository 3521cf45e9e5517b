import { BUCKETS } from '../facts.ts'

export interface AssetRow {
  bucket: string
  symbol: string
  valueUsd: number
}

export interface AssetBucket {
  total: string
  breakdown: Record<string, string>
}

// Views that overlap these, such as all stablecoins of a chain, may stand in the facts too: they
// are not added again.
const COUNTED: ReadonlySet<string> = new Set(BUCKETS.filter((bucket) => bucket !== 'ownTokens'))

/** Whether a bucket is part of the total of its chain. */
export function countsInTotal(bucket: string): boolean {
  return COUNTED.has(bucket)
}

/**
 * A chain's assets by bucket as strings (tvl.md#chain-assets); empty ones have the total "0", and
 * the total of the chain leaves out its own tokens.
 */
export function assetBuckets(rows: readonly AssetRow[]): Record<string, AssetBucket> {
  const buckets: Record<string, AssetBucket> = {}
  for (const bucket of BUCKETS) buckets[bucket] = sumUp(rows.filter((row) => row.bucket === bucket))
  buckets.total = sumUp(rows.filter((row) => countsInTotal(row.bucket)))
  return buckets
}

function sumUp(rows: readonly AssetRow[]): AssetBucket {
  const bySymbol = new Map<string, number>()
  let total = 0
  for (const { symbol, valueUsd } of rows) {
    bySymbol.set(symbol, (bySymbol.get(symbol) ?? 0) + valueUsd)
    total += valueUsd
  }
  const ordered = [...bySymbol].sort(([, a], [, b]) => b - a)
  return {
    total: toDecimalText(total),
    breakdown: Object.fromEntries(ordered.map(([symbol, value]) => [symbol, toDecimalText(value)])),
  }
}

/** A number written out, never in exponent form, which some readers of these strings refuse. */
export function toDecimalText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(value).toString()
}
