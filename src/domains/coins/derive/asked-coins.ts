import { invalidParameter } from '../../../lib/errors.ts'
import { isSourceId, normalizeCoinId } from '../../registry/public.ts'
import type { PriceTable } from '../price-table.ts'

export const MAX_COINS = 500
const FEW = 24

/** A coin as the request wrote it, and as the facts know it. */
export type AskedCoin = ReturnType<typeof askCoins>[number]

/** Splits `a,b,c`; a text that is there twice counts once. */
export function splitCoins(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return limitCoins(parts.filter((part) => part !== ''))
}

/** Each text once; none, or more than the limit, is a 400 that says so (coins.md#unknown-coins). */
export function limitCoins(texts: readonly string[]): string[] {
  // Comparing a few texts with each other costs less than hashing them.
  const distinct =
    texts.length <= FEW
      ? texts.filter((text, index) => texts.indexOf(text) === index)
      : [...new Set(texts)]
  if (distinct.length === 0)
    throw invalidParameter(
      'coins',
      'needs at least one coin id, such as ethereum:0x… or aggregator:bitcoin.',
    )
  if (distinct.length > MAX_COINS) {
    throw invalidParameter(
      'coins',
      `takes at most ${MAX_COINS} coins in one request, not ${distinct.length}.`,
    )
  }
  return distinct
}

/** Looks up what was requested; a text that nothing is known about stays in as unknown. */
export function askCoins(texts: readonly string[], table: PriceTable) {
  return texts.map((text) => {
    // The table knows coins by their one spelling; a text that is found in it needs no respelling.
    const asked = table.find(text)
    const spelled = asked === undefined ? normalizeCoinId(text) : text
    const coin = spelled ?? text
    const known = asked ?? table.find(coin)
    const priced = known?.redirect ?? coin
    return {
      // The text that asked is the key of the response (coins.md#nearest-record).
      text,
      coin,
      // Where its price stands: itself, or the coin it redirects to (coins.md#price-records).
      priced,
      newest: priced === coin ? known?.newest : table.find(priced)?.newest,
      symbol: known?.symbol ?? null,
      // Absent for ids of a source (registry.md#coin-ids).
      decimals: isSourceId(coin) ? undefined : (known?.decimals ?? null),
      isKnown: known !== undefined,
      // False for a bare symbol or address: it names no chain and no source.
      isCoinId: spelled !== undefined,
    }
  })
}

/** The coins whose prices are read, each once: two texts may mean the same one. */
export function pricedCoins(asked: readonly AskedCoin[]): string[] {
  return [...new Set(asked.map((coin) => coin.priced))]
}

/** The timestamps of each coin whose prices are read, from the timestamps by text. */
export function pricedTimestamps(
  asked: readonly AskedCoin[],
  byText: ReadonlyMap<string, readonly number[]>,
): Map<string, number[]> {
  const timestamps = new Map<string, number[]>()
  for (const { text, priced } of asked)
    timestamps.getOrInsert(priced, []).push(...(byText.get(text) ?? []))
  return timestamps
}

const MAX_SUGGESTIONS = 3

/** What is known of a coin that a text may mean. */
export interface SuggestedCoin {
  coin: string
  symbol: string
  name: string | null
}

/** Why a text without chain or source has no price; what it may mean (registry.md#coin-ids). */
export function describeMalformed(text: string, known: readonly SuggestedCoin[]): string {
  const wanted = text.toLowerCase()
  const meant = known
    .filter(({ coin, symbol, name }) =>
      [symbol, name, coin.slice(coin.indexOf(':') + 1)].some(
        (called) => called?.toLowerCase() === wanted,
      ),
    )
    .slice(0, MAX_SUGGESTIONS)
  const form = 'not a coin id: write <chain>:<address> or <source>:<id>, such as aggregator:bitcoin'
  return meant.length === 0
    ? form
    : `${form}; did you mean ${meant.map(({ coin }) => coin).join(', ')}?`
}
