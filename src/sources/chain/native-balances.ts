import type { Address, Hex } from 'viem'
import { decodeBalances, encodeBalances } from './aggregate.ts'
import { inGroups } from './in-groups.ts'
import type { Pinned } from './pinned.ts'

/** Their balances are 32 bytes each, and a chain takes 24 KiB. */
const OWNERS_PER_PIECE = 500

/**
 * Balances of the chain's own coin, many at once; one by one where the node does not run what reads
 * many.
 */
export async function readNativeBalances(
  pinned: Pinned,
  owners: readonly Address[],
): Promise<bigint[]> {
  const pieces = inGroups(owners, OWNERS_PER_PIECE)
  const replies = await pinned.ask({
    requests: pieces.map((piece) => (block) => ({
      method: 'eth_call',
      params: [{ data: encodeBalances(piece) }, block],
    })),
  })
  const balances: bigint[] = []
  for (const [at, piece] of pieces.entries()) {
    const reply = replies[at]
    const together =
      reply?.ok === true ? decodeBalances(reply.result as Hex, piece.length) : undefined
    for (const balance of together ?? (await readOneByOne(pinned, piece))) balances.push(balance)
  }
  return balances
}

async function readOneByOne(pinned: Pinned, owners: readonly Address[]): Promise<bigint[]> {
  const results = await pinned.askResults(
    owners.map((owner) => (block) => ({ method: 'eth_getBalance', params: [owner, block] })),
    'balances',
  )
  return results.map((result) => BigInt(result as Hex))
}
