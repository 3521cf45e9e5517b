import type { TSchema } from 'typebox'
import type { ChainReader } from '../chain/chain.ts'
import type { Observations, SeenProtocol } from './observations.ts'

/** What instances of all kinds have. The file adds the settings of its kind. */
export interface InstanceHead {
  /** Id of the protocol (or number of the stablecoin or bridge) its figures belong to. */
  protocol: string
  chain: string
  /** First timestamp it can be read at, Unix seconds. */
  startSec: number
  /** Name of a version within the protocol, for daily figures; empty where it has none. */
  version?: string
  /** A description of the protocol, until there is another one. */
  about?: Omit<SeenProtocol, 'id'>
  native?: NativeCoin
}

/** The chain's own coin, where it is known. */
export interface NativeCoin {
  symbol: string
  /** The coin whose price it takes. */
  redirect: string | null
}

/**
 * The range of flows: after `fromBlock`, the last block before `fromSec`, up to the reader's own.
 * Levels are stamped with `atSec`, flows with `fromSec`.
 */
export interface BlockRange {
  atSec: number
  fromSec: number
  fromBlock: number
}

/** A problem with settings, and where. */
export interface SettingsProblem {
  path: readonly (string | number)[]
  problem: string
}

/** One kind of protocol. `extract` is the only part that reads the chain; `transform` is pure. */
export interface ReaderKind<Settings = unknown, Payload = unknown> {
  /** As instances name it, such as `token-balances`. */
  readonly kind: string
  /** Raise it when figures change: days of the older version are then listed as affected. */
  readonly version: number
  /** Set where nothing is counted over the range: `fromBlock` is then the reader's own block. */
  readonly levelsOnly?: true
  /** Set for prices: all such instances are read together, so that prices are reconciled. */
  readonly pricesOnly?: true
  /** An object schema; error messages quote the descriptions of its members. */
  readonly settings: TSchema
  /** Checks that the schema cannot express, such as that one of two members is required. */
  check?(settings: Settings): SettingsProblem[]
  methodology(settings: Settings): string
  extract(
    chain: ChainReader,
    settings: Settings & InstanceHead,
    range: BlockRange,
  ): Promise<Payload>
  transform(payload: Payload, settings: Settings & InstanceHead, range: BlockRange): Observations
}
