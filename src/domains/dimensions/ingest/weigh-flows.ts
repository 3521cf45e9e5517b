import type { ReadingInput } from '../../../live/model/watch.ts'
import { priceSecOf } from '../../../sources/model/amounts.ts'
import type { Observations } from '../../../sources/model/observations.ts'
import { flowAmount } from '../../../sources/model/observed-amounts.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import { weighAmount } from '../../../sources/model/weigh-amount.ts'
import { subjectOf } from './from-observations.ts'

/** The amounts behind each daily figure; counts have none. */
export function weighFlows(seen: Observations, prices: PriceBook): ReadingInput[] {
  return seen.flows.flatMap((flow) => {
    const amount = flowAmount(flow, prices)
    if (amount === undefined) return []
    const { metric, atSec } = flow
    return [
      {
        ...weighAmount(amount, priceSecOf(flow), prices),
        series: { metric, ...subjectOf(flow) },
        atSec,
        line: '',
      },
    ]
  })
}
