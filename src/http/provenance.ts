import type { RowFilter } from '../store/row-filter.ts'
import type { RequestContext, Route } from './route.ts'

/** A request to an operation, as the domain that serves it understands it. */
export interface TracedRequest {
  readonly operation: string
  /** Parameters of path, query and body by their names. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows behind a response by the name of their fact; a fact that is not named counts whole. */
export type RowFilters = Readonly<Record<string, RowFilter>>

/** Throws what the operation itself throws about names that it does not know. */
export type RowsBehind = (request: TracedRequest, context: RequestContext) => Promise<RowFilters>

export interface TracedOperation {
  readonly route: Route
  /** Absent: all rows of the facts that it reads. */
  readonly rowsBehind: RowsBehind | undefined
}
