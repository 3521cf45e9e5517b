import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import { readAgreedBlock, readHead } from './agreed-block.ts'
import { searchBlockAt } from './block-search.ts'
import type { BlockRef, ChainClient, ChainSettings } from './chain.ts'
import { type ChainDependencies, LIMITS } from './chain-dependencies.ts'
import { createChainReader } from './chain-reader.ts'
import { createEndpointPool } from './endpoint-pool.ts'
import { findBlocks } from './find-blocks.ts'
import { createLogRange } from './log-range.ts'
import { listReplacedBlocks, listSuspects } from './replaced-blocks.ts'

const MAX_BLOCK_TIMES = 100_000

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
