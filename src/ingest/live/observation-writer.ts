import type { Fact } from '../../store/fact.ts'
import type { Observations } from './observations.ts'
import type { PriceBook } from './price-book.ts'

/** Rows of one fact, by the names of its columns; they are brought into their one spelling when they are staged. */
export interface FactRows {
  fact: Fact
  rows: Record<string, unknown>[]
}

/** How a domain turns what was seen into rows of its facts: pure, and prices come by argument. */
export type ObservationWriter = (seen: Observations, prices: PriceBook) => FactRows[]
