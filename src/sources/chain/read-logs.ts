import { type Address, encodeEventTopics, type Hex, toEventSelector } from 'viem'
import { at } from '../../lib/at.ts'
import { toBatches } from '../../lib/batches.ts'
import { blockRequest, getBlock, toQuantity } from './block-reply.ts'
import type { BlockRef, Log, LogQuery } from './chain.ts'
import { BlockReplaced, ChainError, EndpointFault, type FaultKind } from './chain-errors.ts'
import { checkLogs, decodeLogs, type UntimedLog, type WireLog } from './decode-logs.ts'
import { findRangeHint, type LogRange } from './log-range.ts'
import type { PinnedClient } from './pinned-client.ts'
import { classifyRpcError, type RpcReply } from './rpc-exchange.ts'

/** Nodes refuse long lists of addresses. */
const ADDRESSES_PER_REQUEST = 500
/** A timeout may mean that the range was too long; after this many in a row the node is slow. */
const TIMEOUTS_BLAMED_ON_RANGE = 2

/** While the node works on one, another one is decoded; more would only queue at the node. */
const MAX_PARALLEL_RANGES = 2

type BlockSpan = Pick<LogQuery, 'fromBlock' | 'toBlock'>

export interface LogMemory {
  range: LogRange
  /** Times of blocks by their hashes. */
  times: { get(hash: Hex): number | undefined; set(hash: Hex, timestampSec: number): unknown }
}

class RangeRefused extends Error {
  readonly hintedTo: number | undefined

  constructor(hintedTo: number | undefined) {
    super('range refused')
    this.hintedTo = hintedTo
  }
}

/** Logs up to the pinned block, in ranges that nodes accept; the next is fetched ahead. */
export async function* readLogs(
  pinned: PinnedClient,
  query: LogQuery,
  memory: LogMemory,
): AsyncIterable<Log[]> {
  if (query.toBlock > pinned.block.number)
    throw new ChainError('Logs can be read up to the block of the reader only.', false)
  const form: RequestForm = { topics: toTopics(query), range: memory.range }
  const pending: Promise<RangeLogs>[] = []
  let fromBlock = query.fromBlock
  const fetchAhead = (): void => {
    while (pending.length < MAX_PARALLEL_RANGES && fromBlock <= query.toBlock) {
      const toBlock = Math.min(query.toBlock, fromBlock + form.range.blocks - 1)
      const logs = readRange(pinned, { ...query, fromBlock, toBlock }, form)
      // A failure before it is awaited is not unhandled: awaiting it throws.
      logs.catch(() => undefined)
      pending.push(logs)
      fromBlock = toBlock + 1
    }
  }
  fetchAhead()
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { wire, blocks } = await next
    if (blocks !== undefined) form.range.accept(blocks, wire.length)
    fetchAhead()
    yield await addTimes(pinned, decodeLogs(wire, query.events), memory)
  }
}

interface RequestForm {
  topics: unknown[]
  range: LogRange
}

interface RangeLogs {
  wire: WireLog[]
  /** How many blocks one message covered; undefined when it took several messages. */
  blocks: number | undefined
}

/** All logs of a range: in one message, or in several where the node refuses it. */
async function readRange(
  pinned: PinnedClient,
  query: LogQuery,
  { topics, range }: RequestForm,
): Promise<RangeLogs> {
  const wire: WireLog[] = []
  let { fromBlock, toBlock } = query
  for (let timeouts = 0; fromBlock <= query.toBlock; ) {
    const own: FaultKind[] =
      timeouts < TIMEOUTS_BLAMED_ON_RANGE ? ['timeout', 'tooLarge'] : ['tooLarge']
    const part = { ...query, fromBlock, toBlock }
    const found = await fetchLogs(pinned, part, { topics, own }).catch(toRefusal)
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

/** Errors that mean a range is too long are returned, others are thrown. */
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
  const hinted = hintedTo === undefined ? undefined : hintedTo - fromBlock + 1
  range.shrink(toBlock - fromBlock + 1, hinted)
}

async function fetchLogs(
  pinned: PinnedClient,
  query: LogQuery,
  { topics, own }: { topics: unknown[]; own: FaultKind[] },
): Promise<WireLog[]> {
  const { fromBlock, toBlock, addresses } = query
  const batches: (Address[] | undefined)[] =
    addresses.length === 0 ? [undefined] : toBatches(addresses, ADDRESSES_PER_REQUEST)
  const range = { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock), topics }
  const replies = await pinned.ask({
    requests: batches.map((address) => () => ({
      method: 'eth_getLogs',
      params: [{ ...range, ...(address && { address }) }],
    })),
    check: (reply, { host }) => checkReply(reply, query, host),
    own,
  })
  return replies.flatMap((reply) => (reply.ok ? (reply.result as WireLog[]) : []))
}

function checkReply(reply: RpcReply, query: LogQuery, host: string): void {
  if (reply.ok) {
    checkLogs(reply.result, query, host)
    return
  }
  if (classifyRpcError(reply.error) === 'rangeTooLarge')
    throw new RangeRefused(findRangeHint(reply.error.message, query.fromBlock))
  const problem = reply.error.message.slice(0, 100)
  throw new EndpointFault('refused', `${host} does not give logs: ${problem}`)
}

function toTopics({ events, args }: LogQuery): unknown[] {
  const [event] = events
  if (args === undefined || event === undefined) return [events.map((one) => toEventSelector(one))]
  if (events.length > 1)
    throw new ChainError('Values of arguments can be asked for with a single event only.', false)
  return encodeEventTopics({ abi: [event], args })
}

/** Blocks are fetched only where the node sent no time along, and each once. */
async function addTimes(
  pinned: PinnedClient,
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
  pinned: PinnedClient,
  wanted: ReadonlyMap<Hex, number>,
): Promise<[Hex, BlockRef][]> {
  const results = await pinned.askResults(
    [...wanted.values()].map((number) => () => blockRequest(number)),
    'blocks',
  )
  return [...wanted].map(([hash, number], index) => {
    const block = getBlock({ ok: true, result: at(results, index) }, 'the node')
    if (block.hash !== hash) throw new BlockReplaced(pinned.chain, number)
    return [hash, block]
  })
}
