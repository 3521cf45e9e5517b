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
/**
 * A node that is silent may have been asked for too much; after this often in a row it is just
 * silent.
 */
const TIMEOUTS_BLAMED_ON_RANGE = 2

/** While the node is at work on one, another one is decoded; more would only wait in line there. */
const PIECES_AT_ONCE = 2

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
 * Logs up to the pinned block, a piece at a time; the pieces follow what the nodes accept. While
 * one is used, others are on their way.
 */
export async function* readLogs(
  pinned: Pinned,
  query: LogQuery,
  memory: LogMemory,
): AsyncIterable<Log[]> {
  if (query.toBlock > pinned.block.number)
    throw new ChainError('Logs can be read up to the block of the reader only.', false)
  const way: Way = { topics: toTopics(query), range: memory.range }
  const asked: Promise<Piece>[] = []
  let fromBlock = query.fromBlock
  const askMore = (): void => {
    while (asked.length < PIECES_AT_ONCE && fromBlock <= query.toBlock) {
      const toBlock = Math.min(query.toBlock, fromBlock + way.range.blocks - 1)
      const piece = readPiece(pinned, { ...query, fromBlock, toBlock }, way)
      // Should it fail before anybody waits for it, that is told when somebody does.
      piece.catch(() => undefined)
      asked.push(piece)
      fromBlock = toBlock + 1
    }
  }
  askMore()
  for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
    const { wire, blocks } = await next
    if (blocks !== undefined) way.range.accept(blocks, wire.length)
    askMore()
    yield await addTimes(pinned, decodeLogs(wire, query.events), memory)
  }
}

/** How pieces are asked for. */
interface Way {
  topics: unknown[]
  range: LogRange
}

interface Piece {
  wire: WireLog[]
  /** How many blocks were given at once; undefined when it took several messages. */
  blocks: number | undefined
}

/** All logs of a piece: in one message, or in as many as the node makes of it. */
async function readPiece(pinned: Pinned, query: LogQuery, { topics, range }: Way): Promise<Piece> {
  const wire: WireLog[] = []
  let { fromBlock, toBlock } = query
  for (let timeouts = 0; fromBlock <= query.toBlock; ) {
    const own: FaultKind[] =
      timeouts < TIMEOUTS_BLAMED_ON_RANGE ? ['timeout', 'tooLarge'] : ['tooLarge']
    const found = await askPiece(pinned, { ...query, fromBlock, toBlock }, { topics, own }).catch(
      toRefusal,
    )
    if (Array.isArray(found)) {
      if (toBlock - fromBlock === query.toBlock - query.fromBlock)
        return { wire: found, blocks: toBlock - fromBlock + 1 }
      for (const log of found) wire.push(log)
      fromBlock = toBlock + 1
      timeouts = 0
    } else {
      if (found.isTimeout) timeouts++
      shrinkRange(range, { fromBlock, toBlock }, found)
    }
    toBlock = Math.min(query.toBlock, fromBlock + range.blocks - 1)
  }
  return { wire, blocks: undefined }
}

/** What makes a range shorter is returned, anything else is thrown. */
function toRefusal(error: unknown): { isTimeout: boolean; hintedTo: number | undefined } {
  if (error instanceof RangeRefused) return { isTimeout: false, hintedTo: error.hintedTo }
  if (error instanceof EndpointFault && ['timeout', 'tooLarge'].includes(error.kind)) {
    return { isTimeout: error.kind === 'timeout', hintedTo: undefined }
  }
  throw error
}

function shrinkRange(
  range: LogRange,
  { fromBlock, toBlock }: BlockSpan,
  { hintedTo }: { hintedTo: number | undefined },
): void {
  if (toBlock === fromBlock)
    throw new ChainError(`The logs of block ${fromBlock} alone are more than its node gives.`, true)
  range.shrink(
    toBlock - fromBlock + 1,
    hintedTo === undefined ? undefined : hintedTo - fromBlock + 1,
  )
}

async function askPiece(
  pinned: Pinned,
  piece: LogQuery,
  { topics, own }: { topics: unknown[]; own: FaultKind[] },
): Promise<WireLog[]> {
  const { fromBlock, toBlock, addresses } = piece
  const groups: (Address[] | undefined)[] =
    addresses.length === 0 ? [undefined] : inGroups(addresses, ADDRESSES_PER_REQUEST)
  const replies = await pinned.ask({
    requests: groups.map((address) => () => ({
      method: 'eth_getLogs',
      params: [
        {
          fromBlock: toQuantity(fromBlock),
          toBlock: toQuantity(toBlock),
          topics,
          ...(address && { address }),
        },
      ],
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
  throw new EndpointFault(
    'refused',
    `${host} does not give logs: ${reply.complaint.message.slice(0, 100)}`,
  )
}

function toTopics({ events, args }: LogQuery): unknown[] {
  const [event] = events
  if (args === undefined || event === undefined) return [events.map((one) => toEventSelector(one))]
  if (events.length > 1)
    throw new ChainError('Values of arguments can be asked for with a single event only.', false)
  return encodeEventTopics({ abi: [event], args })
}

/** Blocks are asked for only where the node sent no time along, and each once. */
async function addTimes(
  pinned: Pinned,
  logs: readonly UntimedLog[],
  { times }: LogMemory,
): Promise<Log[]> {
  const missing = new Map<Hex, number>()
  for (const log of logs) {
    if (log.timestampSec === undefined && times.get(log.blockHash) === undefined)
      missing.set(log.blockHash, log.block)
  }
  for (const [hash, block] of await readTimes(pinned, missing)) times.set(hash, block.timestampSec)
  return logs.map((log) => {
    if (isTimed(log)) return log
    const timestampSec = times.get(log.blockHash)
    if (timestampSec === undefined)
      throw new ChainError(`The time of block ${log.block} is not known.`, true)
    return { ...log, timestampSec }
  })
}

function isTimed(log: UntimedLog): log is Log {
  return log.timestampSec !== undefined
}

async function readTimes(
  pinned: Pinned,
  wanted: ReadonlyMap<Hex, number>,
): Promise<[Hex, BlockRef][]> {
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
