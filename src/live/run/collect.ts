import type { ChainReader } from '../../sources/chain/chain.ts'
import type { Collected, LiveSource } from '../../sources/model/live-source.ts'
import type { Period } from '../model/periods.ts'
import { pinBlock } from './chains.ts'
import type { LiveContext } from './live-context.ts'

/** A stretch that is asked for. `newest`: up to now instead of to the end of a full hour or day. */
export interface Asked extends Period {
  newest?: boolean
  /** Blocks to read at, instead of those that belong to the time. */
  blocks?: ReadonlyMap<string, number>
}

export interface CollectedBy extends Collected {
  source: LiveSource
}

/** Asks every source of a job for the same stretch; all of them see the same block of a chain. */
export async function collectAll(
  { chains, log }: Pick<LiveContext, 'chains' | 'log'>,
  sources: readonly LiveSource[],
  asked: Asked,
): Promise<CollectedBy[]> {
  const readers = new Map<string, Promise<ChainReader>>()
  const reader = (chain: string): Promise<ChainReader> => {
    const known = readers.get(chain) ?? openReader(chains, chain, asked)
    readers.set(chain, known)
    return known
  }
  const collected: CollectedBy[] = []
  for (const source of sources) {
    const { atSec, fromSec } = asked
    collected.push({ source, ...(await source.collect({ atSec, fromSec, reader, log })) })
  }
  return collected
}

async function openReader(
  chains: LiveContext['chains'],
  chain: string,
  asked: Asked,
): Promise<ChainReader> {
  const client = chains.get(chain)
  const number = asked.blocks?.get(chain)
  const block =
    number === undefined
      ? await pinBlock(client, asked.atSec, asked.newest === true)
      : await client.blockNumbered(number)
  return client.at(block)
}
