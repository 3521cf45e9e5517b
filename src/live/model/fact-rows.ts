import type { SourceRows } from '../../sources/model/fetch-source.ts'
import type { Observations } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'

export interface FactRows extends SourceRows {
  /** Of a fact without a time: rows change the columns they name of what is on record. */
  onlyKnown?: boolean
  /** The values that mean "none of it": a period read again writes them for what is gone. */
  nothing?: Readonly<Record<string, unknown>>
  /** Rows have times of their own within the period, not its end (levels) or start (flows). */
  areEvents?: boolean
}

/** How a domain turns what was seen into rows of its facts: pure, and prices come by argument. */
export type ObservationWriter = (seen: Observations, prices: PriceBook) => FactRows[]
