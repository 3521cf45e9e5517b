import { blockRequest, getBlock } from './block-reply.ts'
import { searchBlockAt } from './block-search.ts'
import { type CallMemory, callMany } from './call-many.ts'
import type { BlockRef, ChainReader } from './chain.ts'
import type { Meter } from './chain-dependencies.ts'
import { ChainError } from './chain-errors.ts'
import type { EndpointPool } from './endpoint-pool.ts'
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
  const readBlocks = async (numbers: readonly number[]): Promise<BlockRef[]> => {
    const results = await pinned.askResults(
      numbers.map((number) => () => blockRequest(number)),
      'blocks',
    )
    return results.map((result) => getBlock({ ok: true, result }, 'the node'))
  }
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
    blockAt: (timeSec) => searchBlockAt(timeSec, block, readBlocks),
    async blockNumbered(number) {
      const [found] = number > block.number ? [] : await readBlocks([number])
      if (found === undefined)
        throw new ChainError(
          `Block ${number} is above the block that is read, ${block.number}.`,
          false,
        )
      return found
    },
    at: (other) => createChainReader(pool, other, memory),
    get roundTrips() {
      return pinned.meter.roundTrips
    },
  }
}
