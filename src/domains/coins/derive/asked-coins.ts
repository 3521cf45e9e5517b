import { invalidParameter } from '../../../lib/errors.ts'
import { isSourceId, normalizeCoinId } from '../../registry/public.ts'
import type { PriceRecord, PriceTable } from '../price-table.ts'

export const MAX_COINS = 500
const FEW = 24

/** A coin as the request wrote it, and as the facts know it. */
export interface AskedCoin {
  /** The text that asked: the key of the answer (decision 13). */
  text: string
  coin: string
  /** Where its price stands: itself, or the coin it redirects to, one step deep (semantics 3.1). */
  priced: string
  /** The newest price of that coin, as the table has it. */
  newest: PriceRecord | undefined
  symbol: string | null
  /** Absent for ids of a source (decision 36). */
  decimals: number | null | undefined
  isKnown: boolean
  /** False for a bare symbol or address: it names no chain and no source. */
  isCoinId: boolean
}

/** Splits `a,b,c`; a text that is there twice counts once. */
export function splitCoins(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return limitCoins(parts.filter((part) => part !== ''))
}

/** Each text once; none, or more than the limit, is a 400 that says so (decision 14). */
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

/**
 * Looks up what was asked for. A text that is no coin id, or that nothing is known about, stays in
 * the list as unknown.
 */
export function askCoins(texts: readonly string[], table: PriceTable): AskedCoin[] {
  return texts.map((text) => {
    // The table knows coins by their one spelling; a text that is found in it needs no respelling.
    const asked = table.find(text)
    const spelled = asked === undefined ? normalizeCoinId(text) : text
    const coin = spelled ?? text
    const known = asked ?? table.find(coin)
    const priced = known?.redirect ?? coin
    return {
      text,
      coin,
      priced,
      newest: priced === coin ? known?.newest : table.find(priced)?.newest,
      symbol: known?.symbol ?? null,
      decimals: isSourceId(coin) ? undefined : (known?.decimals ?? null),
      isKnown: known !== undefined,
      isCoinId: spelled !== undefined,
    }
  })
}

/** The coins whose prices are read, each once: two texts may mean the same one. */
export function pricedCoins(asked: readonly AskedCoin[]): string[] {
  return [...new Set(asked.map((coin) => coin.priced))]
}

/** The moments of each coin whose prices are read, from the moments by text. */
export function pricedMoments(
  asked: readonly AskedCoin[],
  byText: ReadonlyMap<string, readonly number[]>,
): Map<string, number[]> {
  const moments = new Map<string, number[]>()
  for (const { text, priced } of asked)
    moments.set(priced, [...(moments.get(priced) ?? []), ...(byText.get(text) ?? [])])
  return moments
}
