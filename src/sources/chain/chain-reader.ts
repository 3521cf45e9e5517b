import { searchBlockAt } from './block-search.ts'
import { type CallMemory, callMany } from './call-many.ts'
import type { BlockRef, ChainReader } from './chain.ts'
import type { Meter } from './chain-dependencies.ts'
import { ChainError, NoEndpoint } from './chain-errors.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { findBlocks } from './find-blocks.ts'
import { forwardRequests } from './forward-requests.ts'
import { readNativeBalances } from './native-balances.ts'
import { pinClient } from './pinned-client.ts'
import { type LogMemory, readLogs } from './read-logs.ts'
import { readTransactions } from './transactions.ts'

/** What readers of a chain share. */
export interface ReaderMemory {
  logs: LogMemory
  calls: CallMemory
  meter: Meter
}

/** A chain at one block, through whichever endpoints have that block. */
export function createChainReader(
  pool: EndpointPool,
  block: BlockRef,
  memory: ReaderMemory,
): ChainReader {
  const pinned = pinClient(pool, block, memory.meter)
  const find = (numbers: readonly number[]) =>
    findBlocks(pool, numbers, { top: block, meter: memory.meter })
  return {
    chain: pool.chain,
    block,
    async call(call) {
      const [answer] = await callMany(pinned, [call], memory.calls)
      if (answer?.ok !== true)
        throw new ChainError(
          `On ${pool.chain}, ${answer?.error ?? 'a call was not answered'}.`,
          false,
        )
      return answer.value
    },
    callMany: (calls) => callMany(pinned, calls, memory.calls),
    nativeBalances: (owners) => readNativeBalances(pinned, owners),
    logs: (query) => readLogs(pinned, query, memory.logs),
    forward: (requests) => forwardRequests(pool, { block, meter: memory.meter }, requests),
    transactions: (hashes) => readTransactions(pinned, hashes),
    blockAt: (timeSec) => searchBlockAt(timeSec, block, find),
    async blockNumbered(number) {
      if (number > block.number)
        throw new ChainError(
          `Block ${number} is above the block that is read, ${block.number}.`,
          false,
        )
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
