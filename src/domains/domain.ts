import type { StateDefinition } from '../cache/states.ts'
import type { Route } from '../http/route.ts'
import type { DemoPart } from '../ingest/demo.ts'
import type { Fact } from '../store/fact.ts'

/** A domain's manifest: what it knows, serves and adds to the demo world. */
export interface Domain {
  readonly name: string
  readonly facts: readonly Fact[]
  readonly routes: readonly Route[]
  /** States that are built before the service calls itself ready. */
  readonly warm?: readonly StateDefinition<unknown>[]
  readonly demo?: DemoPart
}
