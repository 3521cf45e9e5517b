import type { AbiEvent, Address, Hex } from 'viem'
import type { Log, LogQuery } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'
import { createEventDecoder, type EventDecoder } from './event-decoder.ts'

/** A log as nodes send it; many send the block's time along. */
export interface WireLog {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  blockTimestamp?: Hex | null
  transactionHash: Hex
  logIndex: Hex
  removed?: boolean
}

export type UntimedLog = Omit<Log, 'timestampSec'> & { timestampSec: number | undefined }

/** Logs of one range in the order of the chain, each once, decoded; other events are left out. */
export function decodeLogs(wire: readonly WireLog[], events: readonly AbiEvent[]): UntimedLog[] {
  const decoders = Map.groupBy(events.map(createEventDecoder), ({ selector }) => selector)
  const known = new Map<Hex, Set<Hex>>()
  const logs: UntimedLog[] = []
  for (const log of wire) {
    const ofBlock = known.get(log.blockHash) ?? new Set()
    if (ofBlock.has(log.logIndex)) continue
    known.set(log.blockHash, ofBlock.add(log.logIndex))
    const found = findEvent(log, decoders)
    if (found !== undefined) logs.push(toLog(log, found))
  }
  return logs.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
}

function findEvent(
  log: WireLog,
  decoders: ReadonlyMap<Hex, EventDecoder[]>,
): Pick<Log, 'event' | 'args'> | undefined {
  const [selector] = log.topics
  for (const { event, decode } of (selector && decoders.get(selector)) ?? []) {
    const args = decode(log)
    if (args !== undefined) return { event, args }
  }
  return undefined
}

function toLog(log: WireLog, { event, args }: Pick<Log, 'event' | 'args'>): UntimedLog {
  return {
    address: log.address.toLowerCase() as Address,
    event,
    args,
    block: Number(log.blockNumber),
    blockHash: log.blockHash,
    timestampSec: log.blockTimestamp == null ? undefined : Number(log.blockTimestamp),
    txHash: log.transactionHash,
    logIndex: Number(log.logIndex),
  }
}

/** A node that sends logs outside the query, or removed ones, is not trusted. */
export function checkLogs(
  wire: unknown,
  { fromBlock, toBlock, addresses }: LogQuery,
  host: string,
): asserts wire is WireLog[] {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  const isAsked = (log: WireLog): boolean =>
    typeof log.blockHash === 'string' &&
    log.removed !== true &&
    Number(log.blockNumber) >= fromBlock &&
    Number(log.blockNumber) <= toBlock &&
    (wanted.size === 0 || wanted.has(log.address.toLowerCase()))
  if (Array.isArray(wire) && wire.every(isAsked)) return
  throw new EndpointFault('badAnswer', `${host} sent logs that were not asked for`)
}
