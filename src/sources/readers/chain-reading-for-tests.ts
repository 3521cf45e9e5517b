import { Value } from 'typebox/value'
import type { Anvil } from '../../../test/support/evm/anvil.ts'
import type { ChainClient } from '../chain/chain.ts'
import type { Observations } from '../model/observations.ts'
import type { ReaderKind } from '../model/reader-kind.ts'
import { blockBefore } from './parts/block-before.ts'

export interface Reading {
  protocol?: string
  /** The range begins here; the chain's beginning if it is left out. */
  fromSec?: number
  /** The range ends after the newest block if it is left out. */
  atSec?: number
}

/** The observations of a kind on a test chain, with the range as live runs give it. */
export async function readKind<Settings>(
  kind: ReaderKind<Settings, unknown>,
  { client, settings }: { client: ChainClient; settings: Settings },
  { protocol = '1', fromSec, atSec }: Reading = {},
): Promise<Observations> {
  Value.Assert(kind.settings, settings)
  const first = await client.blockNumbered(0)
  const head = await client.head()
  const toSec = atSec ?? head.timestampSec + 1
  const chain = client.at(toSec > head.timestampSec ? head : await client.blockAt(toSec - 1))
  const range = {
    atSec: toSec,
    fromSec: fromSec ?? first.timestampSec,
    fromBlock: fromSec === undefined ? 0 : (await blockBefore(client, fromSec)).number,
  }
  const instance = { ...settings, protocol, chain: client.chain, startSec: first.timestampSec }
  return kind.transform(await kind.extract(chain, instance, range), instance, range)
}

/** Mines empty blocks. */
export async function pass(anvil: Anvil, blocks: number): Promise<void> {
  await anvil.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
}
