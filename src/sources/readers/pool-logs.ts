import type { AbiEvent, Address } from 'viem'
import { DAY_SEC } from '../../lib/clock.ts'
import type { ChainReader, Log, LogQuery } from '../chain/chain.ts'
import type { InstanceHead, Stretch } from '../model/reader-kind.ts'
import { blockBefore } from './block-before.ts'

/** All logs of some contracts; no contracts have none. */
export async function readLogs(chain: ChainReader, query: LogQuery): Promise<Log[]> {
  if (query.addresses.length === 0 || query.fromBlock > query.toBlock) return []
  const found: Log[] = []
  for await (const piece of chain.logs(query)) for (const log of piece) found.push(log)
  return found
}

/** Trades of the pools: of the stretch, or of the whole last day where their yields are wanted. */
export async function readTrades(
  chain: ChainReader,
  { addresses, event }: { addresses: readonly Address[]; event: AbiEvent },
  { instance, stretch }: { instance: InstanceHead & { yields?: boolean }; stretch: Stretch },
): Promise<Log[]> {
  const dayFromSec = Math.max(stretch.atSec - DAY_SEC, instance.startSec)
  const wantsDay = instance.yields !== false && dayFromSec < stretch.fromSec
  const before = wantsDay ? (await blockBefore(chain, dayFromSec)).number : stretch.fromBlock
  return readLogs(chain, {
    addresses,
    events: [event],
    fromBlock: before + 1,
    toBlock: chain.block.number,
  })
}

/** Events that a factory emitted when it made its pools, since the instance's start. */
export async function readCreated(
  chain: ChainReader,
  { factory, event }: { factory: Address; event: AbiEvent },
  startSec: number,
): Promise<Log[]> {
  const { number } = await blockBefore(chain, startSec)
  return readLogs(chain, {
    addresses: [factory],
    events: [event],
    fromBlock: number,
    toBlock: chain.block.number,
  })
}
