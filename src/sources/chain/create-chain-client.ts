import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import { readAgreedBlock, readHead } from './agreed-block.ts'
import { blockRequest, getBlock } from './block-reply.ts'
import { searchBlockAt } from './block-search.ts'
import type { BlockRef, ChainClient, ChainSettings } from './chain.ts'
import { type ChainDependencies, LIMITS } from './chain-dependencies.ts'
import { createChainReader } from './chain-reader.ts'
import { createEndpointPool, type EndpointPool } from './endpoint-pool.ts'
import { createLogRange } from './log-range.ts'
import { listReplacedBlocks } from './replaced-blocks.ts'

const MAX_BLOCK_TIMES = 100_000
/** How many blocks may have to be read to see that two of them belong to one chain. */
const ANCHOR_REACH = 20_000

export function createChainClient(
  settings: ChainSettings,
  dependencies: ChainDependencies,
): ChainClient {
  const closing = new AbortController()
  const pool = createEndpointPool(settings, { ...dependencies, signal: closing.signal })
  const limits = { ...LIMITS, ...dependencies.limits }
  const logs = {
    range: createLogRange(limits),
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
      const found = await searchBlockAt(timeSec, await head(), (numbers) =>
        readBlocks(pool, numbers),
      )
      return readAgreedBlock(pool, found.number)
    },
    blockNumbered: (number) => readAgreedBlock(pool, number),
    at: (block) => createChainReader(pool, block, { logs, calls, meter: { roundTrips: 0 } }),
    async listReplaced(known) {
      const { number } = await head()
      const lowest = number - settings.reorgWindow
      const recent = known.filter((block) => block.number > lowest)
      return recent.length === 0
        ? []
        : listReplacedBlocks(pool, [...findAnchor(known, lowest), ...recent])
    },
    health: () => pool.endpoints.map((endpoint) => endpoint.health()),
    close: () => closing.abort(),
  }
}

/** The newest known block below the window: it ties a single node's chain to what was read before. */
function findAnchor(known: readonly BlockRef[], lowest: number): BlockRef[] {
  const older = known.filter(({ number }) => number <= lowest && number > lowest - ANCHOR_REACH)
  return older.sort((a, b) => b.number - a.number).slice(0, 1)
}

function readBlocks(pool: EndpointPool, numbers: readonly number[]): Promise<BlockRef[]> {
  return pool.ask({
    requests: () => numbers.map(blockRequest),
    answer: (replies, { host }) => replies.map((reply) => getBlock(reply, host)),
  })
}
