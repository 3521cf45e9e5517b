import type { Logger } from 'pino'
import type { Fact } from '../../store/fact.ts'
import type { BlockRef, ChainReader } from '../chain/chain.ts'
import type { Observations } from './observations.ts'
import type { KnownPrice } from './price-book.ts'

/** What gives observations of a time: an instance of a reader, an adapter, a fetched source. */
export interface LiveSource {
  /** What its runs are called, such as `reader:my-dex` or `adapter:projects/my-dex`. */
  readonly id: string
  /** Id of its protocol, stablecoin or bridge: sources of the same one are read together. */
  readonly belongsTo: string
  /** Keys of the chains it reads. */
  readonly chains: readonly string[]
  /** A cron pattern in UTC: a few minutes after the hour or day, when its blocks are safe. */
  readonly cadence: string
  /** Length of its ranges. They start at full hours or days, so that they have stable rows. */
  readonly step: Step
  /** Changes with every change of what it computes, so that the days it affects are known. */
  readonly codeHash: string
  /** Hash of the code itself, where `codeHash` is of a version's number. */
  readonly programHash?: () => string
  /** What it counts, in words, and the number of that text's version. */
  readonly methodology: string
  readonly methodologyVersion: number
  /** Whether it can be read for a time that has passed. */
  readonly hasPast: boolean
  /** How `almanac` finds it again where no file of data/protocols names it, as JSON. */
  readonly address?: string
  /** Why a timestamp cannot be read; undefined where it can. */
  whyNot?(atSec: number): string | undefined
  /** Why it cannot be read for a time that has passed. */
  readonly whyNoPast?: string | undefined
  collect(timestamp: Timestamp): Promise<Collected>
}

export type Step = 'hour' | 'day'

/** One step: levels are of its end, `atSec`; flows of the time from `fromSec`, their stamp. */
export interface Timestamp {
  atSec: number
  fromSec: number
  /** The chain at its last block before `atSec`. */
  reader(chain: string): Promise<ChainReader>
  log: Logger
  /** The period is made again to compare it: nothing may be left out because it is known. */
  isVerification?: boolean
}

export interface Collected {
  observations: Observations
  /** The block that was read on each chain. */
  blocks: { chain: string; block: BlockRef }[]
  roundTrips: number
  /** What a third-party module asked for beside its response. */
  asked?: Asked
  /** What a source that is fetched says directly, and the URLs that it was fetched from. */
  rows?: SourceRows[]
  addresses?: FetchedUrl[]
}

/** Rows of one fact, already in the spelling that its `normalize` would make. */
export interface SourceRows {
  fact: Fact
  rows: Record<string, unknown>[]
  /** Of a fact without a time: rows of things that are on record already are left out. */
  onlyNew?: boolean
  /** Of a fact with a time: rows that say what is on record already are left out. */
  onlyChanged?: boolean
}

/** A URL that was fetched, as receipts have it: without keys. */
export interface FetchedUrl {
  address: string
  etag: string | null
  lastModified: string | null
  /** When the server answered, Unix seconds. */
  atSec: number
  isUnchanged: boolean
}

export interface Asked {
  /** Prices it was given; its figures rest on them as well. */
  prices: (KnownPrice & { coin: string })[]
  /** Requests to nodes, several of which may share a round trip. */
  requests: number
  refusedHosts: string[]
  /** How many more were asked as nodes: SDKs try public ones. */
  refusedNodes: number
}

/** A block is not safe or a file not published yet: worth asking again soon. */
export class NotYetError extends Error {
  override name = 'NotYetError'
}
