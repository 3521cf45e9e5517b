import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import type { SeenBlock, SeenPrice } from '../../../sources/model/observations.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import { blocks, prices, supplies } from '../facts.ts'

/** Prices, blocks and supplies that were seen; prices are in dollars by then. */
export const observeCoins: ObservationWriter = (seen) => [
  { fact: prices, rows: surestPrices(seen.prices) },
  { fact: blocks, rows: lastBlocks(seen.blocks) },
  {
    fact: supplies,
    rows: seen.circulating.map(({ coin, tokens, atSec }) => ({
      coin: normalizeCoinId(coin) ?? coin,
      atSec,
      circulating: tokens,
    })),
  },
]

/** One price of a coin and second: the surest, else the first (coins.md#price-records). */
function surestPrices(seen: readonly SeenPrice[]): Record<string, unknown>[] {
  const surest = new Map<string, SeenPrice>()
  for (const price of seen) {
    // What is in units of another coin is no price in dollars.
    if (price.inCoin !== undefined) continue
    const coin = normalizeCoinId(price.coin) ?? price.coin
    const place = `${coin} ${price.atSec}`
    if (price.confidence > (surest.get(place)?.confidence ?? -1))
      surest.set(place, { ...price, coin })
  }
  return [...surest.values()].map(({ coin, atSec, priceUsd, confidence }) => ({
    coin,
    atSec,
    priceUsd,
    confidence,
  }))
}

/** One block of a chain and second: the last. */
function lastBlocks(seen: readonly SeenBlock[]): Record<string, unknown>[] {
  const last = new Map<string, SeenBlock>()
  for (const block of seen) {
    const chain = chains.keyOf(block.chain)
    const place = `${chain} ${block.atSec}`
    if (block.height >= (last.get(place)?.height ?? 0)) last.set(place, { ...block, chain })
  }
  return [...last.values()].map(({ chain, atSec, height }) => ({ chain, atSec, height }))
}
