import { type Address, type Hex, isHex } from 'viem'
import { at } from '../../lib/at.ts'
import { decodeBalances, encodeBalances } from './aggregate.ts'
import { toBatches } from './batches.ts'
import { checkBytes } from './block-reply.ts'
import { ChainError } from './chain-errors.ts'
import type { PinnedClient } from './pinned-client.ts'

/** A balance takes 32 bytes, and a result at most 24 KiB. */
const OWNERS_PER_BATCH = 500

/** Balances of the chain's own coin, in batches; one by one where the node refuses these. */
export async function readNativeBalances(
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
