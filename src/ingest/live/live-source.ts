import type { Logger } from 'pino'
import type { BlockRef, ChainReader } from '../chain/chain.ts'
import type { Observations } from './observations.ts'

/** Something that can be asked for what was true at a moment: an instance of a reader, or an adapter that somebody else wrote. */
export interface LiveSource {
  /** What its runs are called, such as `reader:my-dex` or `adapter:projects/my-dex`. */
  readonly id: string
  /** Keys of the chains it reads. */
  readonly chains: readonly string[]
  /** When it is due, as a cron pattern in UTC. */
  readonly cadence: string
  /** Changes with every change of what it computes, so that the days it affects are known. */
  readonly codeHash: string
  /** What it counts, in words, and the number of that text's version. */
  readonly methodology: string
  readonly methodologyVersion: number
  /** Whether it can be asked for a time that has passed. */
  readonly hasPast: boolean
  collect(moment: Moment): Promise<Collected>
}

/** The moment that is asked for, and the stretch that flows are counted over: after `fromSec` up to and including `atSec`. */
export interface Moment {
  atSec: number
  fromSec: number
  /** The chain at the moment's block. */
  reader(chain: string): Promise<ChainReader>
  log: Logger
}

export interface Collected {
  observations: Observations
  /** The block that was read on each chain. */
  blocks: { chain: string; block: BlockRef }[]
  roundTrips: number
}
