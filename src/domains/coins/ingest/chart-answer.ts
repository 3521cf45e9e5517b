import { type AnswerContext, readEntries } from '../../../sources/mirror/answer.ts'
import {
  readList,
  readMembers,
  readNumber,
  requireSec,
} from '../../../sources/mirror/read-value.ts'

/** The points of a chart as prices; all of a coin have the confidence of its least trusted one. */
export function readChartPrices(body: unknown, context: AnswerContext) {
  const coins = readMembers(readMembers(body, 'body').coins, 'coins')
  return readEntries(coins, 'coins', context, readCoin).flat()
}

function readCoin(coin: string, value: unknown, member: string) {
  const item = readMembers(value, member)
  const confidence = readNumber(item.confidence, `${member}.confidence`)
  const seen = new Set<number>()
  return readList(item.prices, `${member}.prices`).flatMap((point) => {
    const { timestamp, price } = readMembers(point, `${member}.prices[]`)
    const atSec = requireSec(timestamp, `${member}.prices[].timestamp`)
    const priceUsd = readNumber(price, `${member}.prices[].price`)
    // Two moments may have the same record nearest to them.
    if (priceUsd === null || seen.has(atSec)) return []
    seen.add(atSec)
    return [{ coin, atSec, priceUsd, confidence }]
  })
}

export function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  const batches: Item[][] = []
  for (let from = 0; from < items.length; from += size) batches.push(items.slice(from, from + size))
  return batches
}
