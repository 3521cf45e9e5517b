import { type Address, encodeEventTopics, type Hex, toEventSelector } from 'viem'
import { blockRequest, getBlock, toQuantity } from './block-reply.ts'
import type { BlockRef, Log, LogQuery } from './chain.ts'
import { BlockReplaced, ChainError, EndpointFault, type FaultKind } from './chain-errors.ts'
import { classifyComplaint } from './classify-complaint.ts'
import { checkLogs, decodeLogs, type UntimedLog, type WireLog } from './decode-logs.ts'
import { inGroups } from './in-groups.ts'
import type { LogRange } from './log-range.ts'
import { findRangeHint } from './log-range-hint.ts'
import type { Pinned } from './pinned.ts'
import type { RpcReply } from './rpc-exchange.ts'

/** Nodes refuse long lists of addresses. */
const ADDRESSES_PER_REQUEST = 500
/** A node that is silent may have been asked for too much; after this often in a row it is just silent. */
const TIMEOUTS_BLAMED_ON_RANGE = 2

type BlockSpan = Pick<LogQuery, 'fromBlock' | 'toBlock'>

export interface LogMemory {
  range: LogRange
  /** Times of blocks by their hashes. */
  times: { get(hash: Hex): number | undefined; set(hash: Hex, timestampSec: number): unknown }
}

/** Thrown when a range is too long for the node. */
class RangeRefused extends Error {
  readonly hintedTo: number | undefined

  constructor(hintedTo: number | undefined) {
    super('range refused')
    this.hintedTo = hintedTo
  }
}

/**
 * Logs up to the pinned block, a piece at a time; the pieces follow what the nodes accept. While one is decoded and used, the node is at
 * work on the next.
 */
export async function* readLogs(pinned: Pinned, query: LogQuery, memory: LogMemory): AsyncIterable<Log[]> {
  if (query.toBlock > pinned.block.number) throw new ChainError('Logs can be read up to the block of the reader only.', false)
  const topics = toTopics(query)
  const askFrom = (fromBlock: number): Promise<Piece> | undefined => {
    if (fromBlock > query.toBlock) return undefined
    const piece = readPiece(pinned, { ...query, fromBlock }, { topics, range: memory.range })
    // Should it fail before anybody waits for it, that is told when somebody does.
    piece.catch(() => undefined)
    return piece
  }
  for (let next = askFrom(query.fromBlock); next !== undefined; ) {
    const { wire, toBlock } = await next
    next = askFrom(toBlock + 1)
    yield await addTimes(pinned, decodeLogs(wire, query.events), memory)
  }
}

interface Piece {
  wire: WireLog[]
  toBlock: number
}

/** The logs of as many of the query's first blocks as a node gives at once. */
async function readPiece(pinned: Pinned, query: LogQuery, { topics, range }: { topics: unknown[]; range: LogRange }): Promise<Piece> {
  const { fromBlock } = query
  for (let timeouts = 0; ; ) {
    const toBlock = Math.min(query.toBlock, fromBlock + range.blocks - 1)
    const own: FaultKind[] = timeouts < TIMEOUTS_BLAMED_ON_RANGE ? ['timeout', 'tooLarge'] : ['tooLarge']
    const wire = await askPiece(pinned, { ...query, toBlock }, { topics, own }).catch(toRefusal)
    if (Array.isArray(wire)) {
      range.accept(toBlock - fromBlock + 1, wire.length)
      return { wire, toBlock }
    }
    if (wire.isTimeout) timeouts++
    shrinkRange(range, { fromBlock, toBlock }, wire)
  }
}

/** What makes a range shorter is returned, anything else is thrown. */
function toRefusal(error: unknown): { isTimeout: boolean; hintedTo: number | undefined } {
  if (error instanceof RangeRefused) return { isTimeout: false, hintedTo: error.hintedTo }
  if (error instanceof EndpointFault && ['timeout', 'tooLarge'].includes(error.kind)) {
    return { isTimeout: error.kind === 'timeout', hintedTo: undefined }
  }
  throw error
}

function shrinkRange(range: LogRange, { fromBlock, toBlock }: BlockSpan, { hintedTo }: { hintedTo: number | undefined }): void {
  if (toBlock === fromBlock) throw new ChainError(`The logs of block ${fromBlock} alone are more than its node gives.`, true)
  range.shrink(toBlock - fromBlock + 1, hintedTo === undefined ? undefined : hintedTo - fromBlock + 1)
}

async function askPiece(pinned: Pinned, piece: LogQuery, { topics, own }: { topics: unknown[]; own: FaultKind[] }): Promise<WireLog[]> {
  const { fromBlock, toBlock, addresses } = piece
  const groups: (Address[] | undefined)[] = addresses.length === 0 ? [undefined] : inGroups(addresses, ADDRESSES_PER_REQUEST)
  const replies = await pinned.ask({
    requests: groups.map((address) => () => ({
      method: 'eth_getLogs',
      params: [{ fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock), topics, ...(address && { address }) }],
    })),
    check: (reply, { host }) => checkReply(reply, piece, host),
    own,
  })
  return replies.flatMap((reply) => (reply.ok ? (reply.result as WireLog[]) : []))
}

function checkReply(reply: RpcReply, piece: LogQuery, host: string): void {
  if (reply.ok) {
    checkLogs(reply.result, piece, host)
    return
  }
  if (classifyComplaint(reply.complaint) === 'rangeTooLarge')
    throw new RangeRefused(findRangeHint(reply.complaint.message, piece.fromBlock))
  throw new EndpointFault('refused', `${host} does not give logs: ${reply.complaint.message.slice(0, 100)}`)
}

function toTopics({ events, args }: LogQuery): unknown[] {
  const [event] = events
  if (args === undefined || event === undefined) return [events.map((one) => toEventSelector(one))]
  if (events.length > 1) throw new ChainError('Values of arguments can be asked for with a single event only.', false)
  return encodeEventTopics({ abi: [event], args })
}

/** Blocks are asked for only where the node sent no time along, and each once. */
async function addTimes(pinned: Pinned, logs: readonly UntimedLog[], { times }: LogMemory): Promise<Log[]> {
  const missing = new Map<Hex, number>()
  for (const log of logs) {
    if (log.timestampSec === undefined && times.get(log.blockHash) === undefined) missing.set(log.blockHash, log.block)
  }
  for (const [hash, block] of await readTimes(pinned, missing)) times.set(hash, block.timestampSec)
  return logs.map((log) => {
    if (isTimed(log)) return log
    const timestampSec = times.get(log.blockHash)
    if (timestampSec === undefined) throw new ChainError(`The time of block ${log.block} is not known.`, true)
    return { ...log, timestampSec }
  })
}

function isTimed(log: UntimedLog): log is Log {
  return log.timestampSec !== undefined
}

async function readTimes(pinned: Pinned, wanted: ReadonlyMap<Hex, number>): Promise<[Hex, BlockRef][]> {
  const results = await pinned.askResults(
    [...wanted.values()].map((number) => () => blockRequest(number)),
    'blocks',
  )
  return [...wanted].map(([hash, number], at) => {
    const block = getBlock({ ok: true, result: results[at] }, 'the node')
    if (block.hash !== hash) throw new BlockReplaced(pinned.chain, number)
    return [hash, block]
  })
}
