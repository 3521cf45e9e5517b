import type { SourceRows } from '../../sources/model/live-source.ts'
import type { Observations } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'

export type Row = Record<string, unknown>

/** The key and time of a fact's rows, as one text. */
export function rowKey(fact: Fact): (row: Readonly<Row>) => string {
  const identity = identityColumns(fact)
  return (row) => JSON.stringify(identity.map((column) => row[column]))
}

/** The column of the time; what live sources bring of a fact without one is never asked for it. */
export function timeOf({ time = 'atSec' }: Pick<Fact, 'time'>): string {
  return time
}

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
