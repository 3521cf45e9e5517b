import type { Query } from '../../api/ask.ts'

/** Which answer a figure stands in: enough to ask where it comes from. */
export interface Source {
  /** Id of the operation, such as tvl.getProtocol. */
  readonly operation: string
  readonly parameters: Query
  /** Moment of the figure, where it is one of a series. */
  readonly atSec?: number
}
