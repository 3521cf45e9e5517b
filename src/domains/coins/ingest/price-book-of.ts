import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { KnownPrice, PriceBook } from '../../../sources/model/price-book.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import type { PriceRecord } from '../price-table.ts'

/** What is known of a token, by its registry row or by what was just seen. */
export interface TokenDescription {
  symbol: string | null
  decimals: number | null
  redirect: string | null
  /** What its contract says of itself, where it was asked. */
  stated?: { decimals: number | null; supplyTokens: number | null }
}

interface BookCoin {
  coin: string
  /** Coins whose records give its price, the first that has one. */
  sources: readonly string[]
}

const NATIVE_ADDRESS = `0x${'0'.repeat(40)}`
const NATIVE_DECIMALS = 18
// tvl.md#records: an older price values nothing.
export const MAX_AGE_SEC = DAY_SEC

/**
 * Where a price stands: with the coin it redirects to, one step deep (coins.md#price-records). A
 * chain's own coin, at the zero address, is worth what its gas token is (tvl.md#records).
 */
export function priceSources(coin: string, token: TokenDescription | undefined): string[] {
  if (token?.redirect) return [token.redirect]
  const gas = findNative(coin)?.aggregatorId ?? null
  return gas === null ? [coin] : [coin, `aggregator:${gas}`]
}

/** A book over sure records in order of time; `toSec` is the last timestamp it may know of. */
export function priceBookOf(
  tokens: ReadonlyMap<string, TokenDescription>,
  records: ReadonlyMap<string, readonly PriceRecord[]>,
  toSec: number,
): PriceBook {
  const used = new Map<string, KnownPrice & { coin: string }>()
  const known = new Map<string, BookCoin>()
  const look = (text: string) =>
    known.getOrInsertComputed(text, () => {
      const coin = normalizeCoinId(text) ?? text
      return { coin, sources: priceSources(coin, tokens.get(coin)) }
    })
  return {
    find: (text, atSec) => {
      const { coin, sources } = look(text)
      for (const source of sources) {
        const record = newestAt(records.get(source) ?? [], Math.min(atSec, toSec))
        if (record === undefined) continue
        const price = { source, ...record }
        used.set(`${coin} ${source} ${record.atSec}`, { coin, ...price })
        return price
      }
      return undefined
    },
    decimals: (text) => {
      const { coin } = look(text)
      return tokens.get(coin)?.decimals ?? (isEvmNative(coin) ? NATIVE_DECIMALS : undefined)
    },
    symbol: (text) => {
      const { coin } = look(text)
      return tokens.get(coin)?.symbol ?? findNative(coin)?.gasToken ?? undefined
    },
    evidence: (text, atSec) => {
      const { coin, sources } = look(text)
      const { decimals = null, supplyTokens = null } = tokens.get(coin)?.stated ?? {}
      const timeSec = Math.min(atSec, toSec)
      const list = sources.map((source) => records.get(source) ?? []).find((one) => one.length > 0)
      const newest = list?.findLast((record) => record.atSec <= timeSec)
      const isOutdated = newest !== undefined && timeSec - newest.atSec > MAX_AGE_SEC
      return {
        usualPriceUsd: list === undefined || newest === undefined ? null : usualOf(list, newest),
        outdated: isOutdated ? { priceUsd: newest.priceUsd, atSec: newest.atSec } : null,
        supplyTokens,
        statedDecimals: decimals,
      }
    },
    inputs: () => [...used.values()],
  }
}

/** The newest record at or before a timestamp, unless it is too old. */
function newestAt(records: readonly PriceRecord[], timeSec: number): PriceRecord | undefined {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(records, middle).atSec <= timeSec) low = middle + 1
    else high = middle
  }
  const record = records[low - 1]
  return record === undefined || timeSec - record.atSec > MAX_AGE_SEC ? undefined : record
}

/** The median of the records in the day before one; null when there is none. */
function usualOf(records: readonly PriceRecord[], { atSec }: PriceRecord): number | null {
  const prices = records
    .filter((record) => record.atSec < atSec && record.atSec >= atSec - MAX_AGE_SEC)
    .map(({ priceUsd }) => priceUsd)
    .sort((a, b) => a - b)
  return prices[prices.length >> 1] ?? null
}

function findNative(coin: string) {
  const colon = coin.indexOf(':')
  return coin.slice(colon + 1) === NATIVE_ADDRESS ? chains.byKey(coin.slice(0, colon)) : undefined
}

function isEvmNative(coin: string): boolean {
  return typeof findNative(coin)?.chainId === 'number'
}
