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

/** Logs of one piece in the order of the chain, each once, decoded; what is not one of the events is left out. */
export function decodeLogs(wire: readonly WireLog[], events: readonly AbiEvent[]): UntimedLog[] {
  const decoders = Map.groupBy(events.map(createEventDecoder), ({ selector }) => selector)
  const known = new Set<string>()
  const logs: UntimedLog[] = []
  for (const log of wire) {
    const id = `${log.blockHash}:${log.logIndex}`
    if (known.has(id)) continue
    known.add(id)
    const decoded = findEvent(log, decoders)
    if (decoded !== undefined) logs.push({ ...decoded, ...place(log) })
  }
  return logs.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
}

function findEvent(log: WireLog, decoders: ReadonlyMap<Hex, EventDecoder[]>): Pick<Log, 'event' | 'args'> | undefined {
  const [selector] = log.topics
  for (const { event, decode } of (selector && decoders.get(selector)) ?? []) {
    const args = decode(log)
    if (args !== undefined) return { event, args }
  }
  return undefined
}

function place({
  address,
  blockNumber,
  blockHash,
  blockTimestamp,
  transactionHash,
  logIndex,
}: WireLog): Omit<UntimedLog, 'event' | 'args'> {
  return {
    address: address.toLowerCase() as Address,
    block: Number(blockNumber),
    blockHash,
    timestampSec: blockTimestamp == null ? undefined : Number(blockTimestamp),
    txHash: transactionHash,
    logIndex: Number(logIndex),
  }
}

/** A node that sends what was not asked for, or takes back what it sends, is not believed. */
export function checkLogs(wire: unknown, { fromBlock, toBlock, addresses }: LogQuery, host: string): asserts wire is WireLog[] {
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
