import type { TSchema } from 'typebox'
import type { ChainReader } from '../chain/chain.ts'
import type { Observations, SeenProtocol } from './observations.ts'

/**
 * What an instance says whatever its kind: who it is for, and when it is read. The file adds the
 * settings of its kind.
 */
export interface InstanceHead {
  /** Id of the protocol (or number of the stablecoin or bridge) its figures belong to. */
  protocol: string
  chain: string
  /** First moment it can be read at, Unix seconds. */
  startSec: number
  /** Name of a version within the protocol, for daily figures; empty where it has none. */
  version?: string
  /** What to say of the protocol where nobody has described it yet. */
  about?: Omit<SeenProtocol, 'id'>
  /** Symbol of the chain's own coin, and the coin id whose price it takes; where they are known. */
  native?: { symbol: string; redirect: string | null }
}

/**
 * The stretch of blocks that flows are counted over: after `fromBlock`, the last one before
 * `fromSec`, up to and including the reader's own block, the last one before `atSec`. Levels are
 * stamped with `atSec`, flows with `fromSec`.
 */
export interface Stretch {
  atSec: number
  fromSec: number
  fromBlock: number
}

/** Something that is wrong with settings, and where. */
export interface SettingsProblem {
  path: readonly (string | number)[]
  problem: string
}

/**
 * One kind of protocol, read the same way wherever it stands. `extract` is the only part that asks
 * the chain; `transform` is pure, so it can be tested on a payload and run again on a kept one.
 */
export interface ReaderKind<Settings = unknown, Payload = unknown> {
  /** As instances name it, such as `token-balances`. */
  readonly kind: string
  /**
   * Raise it when what is computed changes: the days made by the older one are then listed as
   * affected.
   */
  readonly version: number
  /**
   * Set where nothing is counted over the stretch: its beginning is then not looked for, and
   * `fromBlock` is the reader's own block.
   */
  readonly levelsOnly?: true
  /**
   * Set where only prices are seen: all such instances are read together, whatever they belong to,
   * so that their prices are reconciled.
   */
  readonly pricesOnly?: true
  /** An object; the descriptions of its members are what error messages call for. */
  readonly settings: TSchema
  /** What the schema cannot say, such as that one of two members must be there. */
  check?(settings: Settings): SettingsProblem[]
  methodology(settings: Settings): string
  extract(chain: ChainReader, settings: Settings & InstanceHead, stretch: Stretch): Promise<Payload>
  transform(payload: Payload, settings: Settings & InstanceHead, stretch: Stretch): Observations
}
