import { LRUCache } from 'lru-cache'
import { type Address, type Hex, isHex } from 'viem'
import { at } from '../../lib/at.ts'
import { toBatches } from '../../lib/batches.ts'
import { decodeBalances, encodeBalances } from './aggregate.ts'
import { readAgreedBlock, readHead } from './agreed-block.ts'
import { checkBytes } from './block-reply.ts'
import { findBlocks, searchBlockAt } from './block-search.ts'
import { type CallMemory, callMany } from './call-many.ts'
import {
  type BlockRef,
  type ChainClient,
  type ChainDependencies,
  type ChainReader,
  type ChainSettings,
  LIMITS,
  type Meter,
} from './chain.ts'
import { ChainError, NoEndpoint } from './chain-errors.ts'
import { EndpointPool } from './endpoint-pool.ts'
import { LogRange } from './log-range.ts'
import { PinnedClient } from './pinned-client.ts'
import { type LogMemory, readLogs } from './read-logs.ts'
import { listReplacedBlocks, listSuspects } from './replaced-blocks.ts'

const MAX_BLOCK_TIMES = 100_000

export function createChainClient(
  settings: ChainSettings,
  dependencies: ChainDependencies,
): ChainClient {
  const closing = new AbortController()
  const pool = new EndpointPool(settings, { ...dependencies, signal: closing.signal })
  const limits = { ...LIMITS, ...dependencies.limits }
  const logs = {
    range: new LogRange(limits),
    times: new LRUCache<Hex, number>({ max: MAX_BLOCK_TIMES }),
  }
  const calls = { refusals: 0 }
  const head = (): Promise<BlockRef> => readHead(pool)

  return {
    chain: settings.chain,
    chainId: settings.chainId,
    head,
    async safeHead() {
      const { number } = await head()
      return readAgreedBlock(pool, Math.max(0, number - settings.confirmations))
    },
    async blockAt(timeSec) {
      const top = await head()
      const found = await searchBlockAt(timeSec, top, (numbers) =>
        findBlocks(pool, numbers, { top }),
      )
      return readAgreedBlock(pool, found.number)
    },
    blockNumbered: (number) => readAgreedBlock(pool, number),
    at: (block) => createChainReader(pool, block, { logs, calls, meter: { roundTrips: 0 } }),
    async listReplaced(known) {
      // Shows which nodes lag, and so say nothing about newer blocks.
      await head()
      return listReplacedBlocks(pool, await listSuspects(pool, known))
    },
    health: () => pool.endpoints.map((endpoint) => endpoint.health()),
    close: () => closing.abort(),
  }
}

/** What readers of a chain share. */
interface ReaderMemory {
  logs: LogMemory
  calls: CallMemory
  meter: Meter
}

/** A chain at one block, through whichever endpoints have that block. */
function createChainReader(pool: EndpointPool, block: BlockRef, memory: ReaderMemory): ChainReader {
  const pinned = new PinnedClient(pool, block, memory.meter)
  const find = (numbers: readonly number[]) =>
    findBlocks(pool, numbers, { top: block, meter: memory.meter })
  return {
    chain: pool.chain,
    block,
    async call(call) {
      const result = at(await callMany(pinned, [call], memory.calls), 0)
      if (!result.ok) throw new ChainError(`On ${pool.chain}, ${result.error}.`, false)
      return result.value
    },
    callMany: (calls) => callMany(pinned, calls, memory.calls),
    nativeBalances: (owners) => readNativeBalances(pinned, owners),
    logs: (query) => readLogs(pinned, query, memory.logs),
    forward: (requests) => pinned.forward(requests),
    transactions: (hashes) => readTransactions(pinned, hashes),
    blockAt: (timeSec) => searchBlockAt(timeSec, block, find),
    async blockNumbered(number) {
      const problem = `Block ${number} is above the block that is read, ${block.number}.`
      if (number > block.number) throw new ChainError(problem, false)
      const [found] = await find([number])
      if (found === undefined) throw new NoEndpoint(pool.chain, `none has block ${number}`)
      return found
    },
    at: (other) => createChainReader(pool, other, memory),
    get roundTrips() {
      return pinned.meter.roundTrips
    },
  }
}

/** Sender, receiver and success of transactions at or below the pinned block. */
async function readTransactions(
  pinned: PinnedClient,
  hashes: readonly Hex[],
): ReturnType<ChainReader['transactions']> {
  const receipts = await pinned.askResults(
    hashes.map((hash) => () => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    'transactions',
  )
  return receipts.map((receipt) => {
    const { from, to, status } = receipt as { from: Address; to: Address | null; status: Hex }
    return { from, to, ok: status === '0x1' }
  })
}

/** A balance takes 32 bytes, and a result at most 24 KiB. */
const OWNERS_PER_BATCH = 500

/** Balances of the chain's own coin, in batches; one by one where the node refuses these. */
async function readNativeBalances(
  pinned: PinnedClient,
  owners: readonly Address[],
): Promise<bigint[]> {
  const batches = toBatches(owners, OWNERS_PER_BATCH)
  const replies = await pinned.ask({
    requests: batches.map((batch) => (block) => ({
      method: 'eth_call',
      params: [{ data: encodeBalances(batch) }, block],
    })),
    check: checkBytes,
  })
  const balances: bigint[] = []
  for (const [index, batch] of batches.entries()) {
    const reply = at(replies, index)
    const together = reply.ok ? decodeBalances(reply.result as Hex, batch.length) : undefined
    for (const balance of together ?? (await readOneByOne(pinned, batch))) balances.push(balance)
  }
  return balances
}

async function readOneByOne(pinned: PinnedClient, owners: readonly Address[]): Promise<bigint[]> {
  const results = await pinned.askResults(
    owners.map((owner) => (block) => ({ method: 'eth_getBalance', params: [owner, block] })),
    'balances',
  )
  return results.map((result) => {
    if (!isHex(result))
      throw new ChainError(`A node of ${pinned.chain} gave an invalid balance.`, true)
    return BigInt(result)
  })
}
