import type { Logger } from 'pino'
import type { BlockRef, ChainReader } from '../chain/chain.ts'
import type { Observations } from './observations.ts'

/**
 * Something that can be asked for what was true at a moment: an instance of a reader, or an adapter
 * that somebody else wrote.
 */
export interface LiveSource {
  /** What its runs are called, such as `reader:my-dex` or `adapter:projects/my-dex`. */
  readonly id: string
  /**
   * Id of the protocol, stablecoin or bridge its figures are of: what belongs to the same is read
   * together.
   */
  readonly belongsTo: string
  /** Keys of the chains it reads. */
  readonly chains: readonly string[]
  /**
   * When it is due, as a cron pattern in UTC: somewhat after the full hour or day, so that its
   * blocks are safe.
   */
  readonly cadence: string
  /**
   * Length of the stretches it is asked for. They begin at full hours or days, so that the same
   * stretch always has the same rows.
   */
  readonly step: Step
  /** Changes with every change of what it computes, so that the days it affects are known. */
  readonly codeHash: string
  /** What it counts, in words, and the number of that text's version. */
  readonly methodology: string
  readonly methodologyVersion: number
  /** Whether it can be asked for a time that has passed. */
  readonly hasPast: boolean
  collect(moment: Moment): Promise<Collected>
}

export type Step = 'hour' | 'day'

/**
 * One step: levels are those of its end, `atSec`, flows are what happened from `fromSec` on and
 * before `atSec` and are stamped with `fromSec`, so that a step that is read again replaces what
 * was read before.
 */
export interface Moment {
  atSec: number
  fromSec: number
  /** The chain at its last block before `atSec`. */
  reader(chain: string): Promise<ChainReader>
  log: Logger
}

export interface Collected {
  observations: Observations
  /** The block that was read on each chain. */
  blocks: { chain: string; block: BlockRef }[]
  roundTrips: number
}
