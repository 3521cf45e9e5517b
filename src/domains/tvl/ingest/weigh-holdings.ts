import type { ReadingInput } from '../../../live/model/watch.ts'
import type { Observations } from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import { weighAmount } from '../../../sources/model/weigh-amount.ts'
import { sectionOf } from './from-observations.ts'

/** The amounts behind each protocol's record, section by section. */
export function weighHoldings(seen: Observations, prices: PriceBook): ReadingInput[] {
  return seen.holdings.map(({ protocol, section, amount, atSec }) => ({
    ...weighAmount(amount, atSec, prices),
    series: { protocol },
    atSec,
    line: sectionOf(section),
  }))
}
