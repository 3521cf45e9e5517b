import type { Observations } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import type { Fact } from '../../store/fact.ts'

/**
 * Rows of one fact, by the names of its columns and in their one spelling: what the fact's
 * `normalize` would make of them. Files are spelled by the engine, in statements so long that a few
 * rows cost as much as a million; so whoever makes rows spells them.
 */
export interface FactRows {
  fact: Fact
  rows: Record<string, unknown>[]
  /** Of a fact without a time: rows of things that are on record already are left out. */
  onlyNew?: boolean
  /**
   * The values that say "none of it", where there are such: a stretch that is read again takes back
   * with them what it does not see any more. A fact without them keeps what an earlier reading of
   * the same stretch has written.
   */
  nothing?: Readonly<Record<string, unknown>>
  /**
   * Whether rows lie at times of their own within the stretch, and not at its end (levels) or its
   * beginning (flows).
   */
  areEvents?: boolean
}

/** How a domain turns what was seen into rows of its facts: pure, and prices come by argument. */
export type ObservationWriter = (seen: Observations, prices: PriceBook) => FactRows[]
