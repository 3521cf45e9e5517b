import type { Stage } from '../ingest/run.ts'
import type { Engine } from '../store/engine.ts'

/** A stretch of the simulated market: hours after `fromSec` up to and including `toSec`. */
export interface DemoRange {
  fromSec: number
  toSec: number
}

/** What a domain adds to the demo world. The figures are functions of time, so any stretch can be made at any moment. */
export interface DemoPart {
  /** Things without a time, such as names: written once. */
  describe?(stage: Stage): Promise<number>
  /** Rows of a stretch of time, generated inside the engine from what earlier domains have staged. */
  generate?(stage: Stage, range: DemoRange, engine: Engine): Promise<number>
}
