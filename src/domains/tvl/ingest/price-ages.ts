import type { PriceAge } from '../../../live/model/watch.ts'
import type { Observations } from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'

/** The oldest price behind each protocol's holdings; guards may want newer ones than the book. */
export function listPriceAges(seen: Observations, prices: PriceBook): PriceAge[] {
  const ages = new Map<string, PriceAge>()
  for (const { protocol, amount, atSec } of seen.holdings) {
    const price = 'coin' in amount ? prices.find(amount.coin, atSec) : undefined
    if (price === undefined) continue
    const name = JSON.stringify([protocol, atSec])
    const oldestPriceSec = Math.min(price.atSec, ages.get(name)?.oldestPriceSec ?? price.atSec)
    ages.set(name, { series: { protocol }, atSec, oldestPriceSec })
  }
  return [...ages.values()]
}
