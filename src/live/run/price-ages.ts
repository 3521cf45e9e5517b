import type { Observations } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import type { ReadingInputs } from '../guards/readings.ts'
import type { Watch } from '../model/watch.ts'

/**
 * The oldest price behind what each protocol holds: a guard may be set to trust prices for less
 * long than the book does.
 */
export function listPriceAges(
  seen: Observations,
  prices: PriceBook,
  watches: readonly Watch[],
): ReadingInputs[] {
  const oldest = new Map<string, Omit<ReadingInputs, 'fact'> & { oldestPriceSec: number }>()
  for (const { protocol, amount, atSec } of seen.holdings) {
    const price = 'coin' in amount ? prices.find(amount.coin, atSec) : undefined
    if (price === undefined) continue
    const name = JSON.stringify([protocol, atSec])
    const oldestPriceSec = Math.min(price.atSec, oldest.get(name)?.oldestPriceSec ?? price.atSec)
    oldest.set(name, { series: { protocol }, atSec, oldestPriceSec })
  }
  const ofProtocols = watches.filter(
    ({ nature, series }) => nature === 'level' && series.join() === 'protocol',
  )
  return ofProtocols.flatMap(({ fact }) =>
    [...oldest.values()].map((one) => ({ fact: fact.name, ...one })),
  )
}
