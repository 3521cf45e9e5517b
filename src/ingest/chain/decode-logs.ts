import { type AbiEvent, type Hex, parseEventLogs, type RpcLog } from 'viem'
import type { Log, LogQuery } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'

/** A log as nodes send it; many send the block's time along. */
export type WireLog = RpcLog & { blockTimestamp?: Hex }

export type UntimedLog = Omit<Log, 'timestampSec'> & { timestampSec: number | undefined }

/** Logs of one piece in the order of the chain, each once, decoded; what is not one of the events is left out. */
export function decodeLogs(wire: readonly WireLog[], events: readonly AbiEvent[]): UntimedLog[] {
  const known = new Set<string>()
  const single = wire.filter((log) => {
    const id = `${log.blockHash}:${log.logIndex}`
    return known.has(id) ? false : known.add(id)
  })
  const timestamps = new Map(single.map(({ blockHash, blockTimestamp }) => [blockHash, blockTimestamp]))
  return parseEventLogs({ abi: events, logs: single })
    .map((log) => {
      const time = timestamps.get(log.blockHash)
      return {
        address: log.address,
        event: log.eventName,
        args: (log.args ?? {}) as Readonly<Record<string, unknown>>,
        block: Number(log.blockNumber),
        blockHash: log.blockHash,
        timestampSec: time === undefined || time === null ? undefined : Number(time),
        txHash: log.transactionHash,
        logIndex: log.logIndex,
      }
    })
    .sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
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
