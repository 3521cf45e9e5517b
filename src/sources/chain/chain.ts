import type { Logger } from 'pino'
import type { AbiEvent, AbiFunction, Address, Hex } from 'viem'
import type { Clock } from '../../lib/clock.ts'
import type { LogRangeLimits } from './log-range.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/** A block as it was read. The hash is what tells it from another block of the same height. */
export interface BlockRef {
  number: number
  hash: Hex
  parentHash: Hex
  timestampSec: number
}

export interface Call {
  target: Address
  abi: AbiFunction
  args?: readonly unknown[]
}

/** What a contract answered; one that reverts or does not exist gives an error of its own. */
export type CallResult = { ok: true; value: unknown } | { ok: false; error: string }

export interface LogQuery {
  addresses: readonly Address[]
  events: readonly AbiEvent[]
  fromBlock: number
  toBlock: number
  /** Values that indexed arguments must have, by name; only with a single event. */
  args?: Readonly<Record<string, unknown>>
}

/** A decoded event; addresses, its own and those of its arguments, are in lower case. */
export interface Log {
  address: Address
  event: string
  args: Readonly<Record<string, unknown>>
  block: number
  blockHash: Hex
  timestampSec: number
  txHash: Hex
  logIndex: number
}

/** A chain at one block: every response is of that block, though it may come from several nodes. */
export interface ChainReader {
  /** Key of the chain in data/chains.json. */
  readonly chain: string
  readonly block: BlockRef
  /** One call; throws when the contract does not answer. */
  call(call: Call): Promise<unknown>
  /** Many calls in as few round trips as the node allows, responses in the order of the calls. */
  callMany(calls: readonly Call[]): Promise<CallResult[]>
  /** Balances of the chain's own coin. */
  nativeBalances(owners: readonly Address[]): Promise<bigint[]>
  /** Logs in order, one range after another; ranges that a node refuses are split. */
  logs(query: LogQuery): AsyncIterable<Log[]>
  /** Sender, receiver and success of transactions, by their hashes. */
  transactions(
    hashes: readonly Hex[],
  ): Promise<{ from: Address; to: Address | null; ok: boolean }[]>
  /** Another block of the same chain, such as the first of a day. */
  blockAt(timeSec: number): Promise<BlockRef>
  blockNumbered(number: number): Promise<BlockRef>
  /** The same chain at another block, for averages over time; its requests count here too. */
  at(block: BlockRef): ChainReader
  /** Requests as a third-party module wrote them, to nodes that have the block of this reader. */
  forward(requests: readonly RpcRequest[]): Promise<RpcReply[]>
  /** Requests that went over the wire so far, for the receipt. */
  readonly roundTrips: number
}

/** A chain through all its endpoints. */
export interface ChainClient {
  readonly chain: string
  readonly chainId: number
  /** The newest block that is safe to read: some blocks below the head, as the chain wants. */
  safeHead(): Promise<BlockRef>
  head(): Promise<BlockRef>
  /** The last block at or before a time; throws before the chain began and after its head. */
  blockAt(timeSec: number): Promise<BlockRef>
  blockNumbered(number: number): Promise<BlockRef>
  /** Everything read through it is of this block. */
  at(block: BlockRef): ChainReader
  /** Which blocks read earlier are no longer part of the chain, if nodes at their height agree. */
  listReplaced(known: readonly BlockRef[]): Promise<BlockRef[]>
  /** How each endpoint is doing, without its URL's secrets. */
  health(): EndpointHealth[]
  close(): void
}

export interface EndpointHealth {
  /** Host of the endpoint only: paths and queries hold keys. */
  host: string
  state: 'good' | 'resting' | 'lagging' | 'lying' | 'wrongChain'
  lastError: string | null
  requests: number
  failures: number
}

/** What is known of a chain before it is asked anything. */
export interface ChainSettings {
  chain: string
  chainId: number
  /** URLs of its nodes, the preferred one first. */
  endpoints: readonly string[]
  /** How many nodes must agree; without it two, if another one is there to be asked. */
  quorum?: number | undefined
  /** Blocks to wait until a block counts as safe. */
  confirmations: number
}

/** What a client of a chain is given. */
export interface ChainDependencies {
  fetch: typeof fetch
  clock: Clock
  sleep(ms: number): Promise<unknown>
  /** Between 0 and 1. */
  random(): number
  log: Logger
  limits?: Partial<ChainLimits>
}

interface ChainLimits extends LogRangeLimits {
  /** How long one message may take. */
  timeoutMs: number
  /** How large a response may be. */
  maxBytes: number
  /** How long to wait for endpoints that back off, until a request fails. */
  maxWaitMs: number
  /** Requests per message. */
  maxBatch: number
}

export const LIMITS: ChainLimits = {
  timeoutMs: 20_000,
  maxBytes: 128_000_000,
  maxWaitMs: 60_000,
  maxBatch: 100,
  firstLogRange: 2_000,
  maxLogRange: 100_000,
  logsPerRange: 10_000,
}

/** Counts messages over the wire. */
export interface Meter {
  roundTrips: number
}
