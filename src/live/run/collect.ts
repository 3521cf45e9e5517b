import type { ChainReader } from '../../sources/chain/chain.ts'
import type { Collected, LiveSource } from '../../sources/model/live-source.ts'
import type { Period } from '../model/periods.ts'
import { pinBlock } from './chains.ts'
import type { LiveContext } from './live-context.ts'

/** A period to read. `newest`: up to now instead of to the end of a full hour or day. */
export interface PeriodRequest extends Period {
  newest?: boolean
  /** Blocks to read at, instead of those that belong to the time. */
  blocks?: ReadonlyMap<string, number>
  /** The period is made again to compare it. */
  isVerification?: boolean
}

export interface CollectedBy extends Collected {
  source: LiveSource
}

/** Reads the same period from every source of a job; all of them see the same block of a chain. */
export async function collectAll(
  { chains, log }: Pick<LiveContext, 'chains' | 'log'>,
  sources: readonly LiveSource[],
  request: PeriodRequest,
): Promise<CollectedBy[]> {
  const { atSec, fromSec, isVerification = false } = request
  const readers = new Map<string, Promise<ChainReader>>()
  const reader = (chain: string): Promise<ChainReader> => {
    const opened = readers.get(chain) ?? openReader(chains, chain, request)
    readers.set(chain, opened)
    return opened
  }
  const collected: CollectedBy[] = []
  for (const source of sources)
    collected.push({
      source,
      ...(await source.collect({ atSec, fromSec, reader, log, isVerification })),
    })
  return collected
}

async function openReader(
  chains: LiveContext['chains'],
  chain: string,
  request: PeriodRequest,
): Promise<ChainReader> {
  const client = chains.get(chain)
  const number = request.blocks?.get(chain)
  const block =
    number === undefined
      ? await pinBlock(client, request.atSec, request.newest === true)
      : await client.blockNumbered(number)
  return client.at(block)
}
