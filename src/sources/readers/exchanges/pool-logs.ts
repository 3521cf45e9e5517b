import type { AbiEvent, Address } from 'viem'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { ChainReader, Log } from '../../chain/chain.ts'
import type { BlockRange, InstanceHead } from '../../model/reader-kind.ts'
import { blockBefore } from '../parts/block-before.ts'
import { requireCode } from '../parts/contract-code.ts'
import { readLogs } from '../parts/contract-logs.ts'

/** Trades of the pools: in the range, or over the whole last day where yields are computed. */
export async function readTrades(
  chain: ChainReader,
  { addresses, event }: { addresses: readonly Address[]; event: AbiEvent },
  { instance, range }: { instance: InstanceHead & { yields?: boolean }; range: BlockRange },
): Promise<Log[]> {
  const dayFromSec = Math.max(range.atSec - DAY_SEC, instance.startSec)
  const wantsDay = instance.yields !== false && dayFromSec < range.fromSec
  const before = wantsDay ? (await blockBefore(chain, dayFromSec)).number : range.fromBlock
  return readLogs(chain, {
    addresses,
    events: [event],
    fromBlock: before + 1,
    toBlock: chain.block.number,
  })
}

/** Events that a factory emitted when it created pools, since the instance's start. */
export async function readCreated(
  chain: ChainReader,
  { factory, event }: { factory: Address; event: AbiEvent },
  startSec: number,
): Promise<Log[]> {
  const { number } = await blockBefore(chain, startSec)
  const created = await readLogs(chain, {
    addresses: [factory],
    events: [event],
    fromBlock: number,
    toBlock: chain.block.number,
  })
  if (created.length === 0) await requireCode(chain, [factory], 'factory')
  return created
}
