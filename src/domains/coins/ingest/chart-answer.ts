import {
  readList,
  readMembers,
  readNumber,
  requireNumber,
  requireSec,
} from '../../../sources/mirror/read-value.ts'

/** The points of a chart as prices; all of a coin have the confidence of its least trusted one. */
export function readChartPrices(body: unknown) {
  const coins = readMembers(readMembers(body, 'body').coins, 'coins')
  const seen = new Set<string>()
  return Object.entries(coins).flatMap(([coin, value]) => {
    const item = readMembers(value, `coins.${coin}`)
    const confidence = readNumber(item.confidence, `coins.${coin}.confidence`)
    return readList(item.prices, `coins.${coin}.prices`).flatMap((point) => {
      const { timestamp, price } = readMembers(point, `coins.${coin}.prices[]`)
      const atSec = requireSec(timestamp, `coins.${coin}.prices[].timestamp`)
      // Two moments may have the same record nearest to them.
      if (seen.has(`${coin} ${atSec}`)) return []
      seen.add(`${coin} ${atSec}`)
      const priceUsd = requireNumber(price, `coins.${coin}.prices[].price`)
      return [{ coin, atSec, priceUsd, confidence }]
    })
  })
}

export function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  const batches: Item[][] = []
  for (let from = 0; from < items.length; from += size) batches.push(items.slice(from, from + size))
  return batches
}
