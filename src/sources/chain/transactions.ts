import type { Address, Hex } from 'viem'
import type { PinnedClient } from './pinned-client.ts'

export interface TransactionEnds {
  from: Address
  to: Address | null
  ok: boolean
}

/** Sender, receiver and success of transactions at or below the pinned block. */
export async function readTransactions(
  pinned: PinnedClient,
  hashes: readonly Hex[],
): Promise<TransactionEnds[]> {
  const receipts = await pinned.askResults(
    hashes.map((hash) => () => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    'transactions',
  )
  return receipts.map((receipt) => {
    const { from, to, status } = receipt as { from: Address; to: Address | null; status: Hex }
    return { from, to, ok: status === '0x1' }
  })
}
