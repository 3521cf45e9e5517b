import type { Address, Hex } from 'viem'
import { at } from '../../../lib/at.ts'
import type { ChainReader } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chain-errors.ts'

const NO_CODE = new Set<unknown>(['0x', '0x0'])

/** Addresses without code: today, or at the block that is read. */
export function listWithoutCode(
  chain: ChainReader,
  addresses: readonly Address[],
  when: 'today' | 'then' = 'today',
): Promise<Address[]> {
  const block = when === 'today' ? 'latest' : `0x${chain.block.number.toString(16)}`
  return listWhere(chain, addresses, { method: 'eth_getCode', block })
}

/** Nobody has ever used any of the owners' addresses: they are mistyped, and hold no 0. */
export async function requireUsed(chain: ChainReader, held: readonly Address[]): Promise<void> {
  const owners = [...new Set(held)]
  const unused = await listUnused(chain, owners)
  if (unused.length < owners.length) return
  throw new ChainError(
    `On ${chain.chain}, no owner holds anything, is a contract or has sent a transaction: ${owners[0]} among them. Check the addresses.`,
    false,
  )
}

/** Addresses that have no code and never sent anything: nobody's, as far as the chain knows. */
async function listUnused(chain: ChainReader, addresses: readonly Address[]): Promise<Address[]> {
  const withoutCode = await listWithoutCode(chain, addresses)
  return listWhere(chain, withoutCode, { method: 'eth_getTransactionCount', block: 'latest' })
}

/** An address whose events are read must be a contract: another one has none, for ever. */
export async function requireCode(
  chain: ChainReader,
  addresses: readonly Address[],
  what: string,
): Promise<void> {
  const [missing] = await listWithoutCode(chain, addresses)
  if (missing !== undefined)
    throw new ChainError(
      `On ${chain.chain}, there is no contract at ${missing}, which is listed as a ${what}. Check the address.`,
      false,
    )
}

async function listWhere(
  chain: ChainReader,
  addresses: readonly Address[],
  { method, block }: { method: 'eth_getCode' | 'eth_getTransactionCount'; block: string },
): Promise<Address[]> {
  if (addresses.length === 0) return []
  const replies = await chain.forward(
    addresses.map((address) => ({ method, params: [address, block] })),
  )
  // A node that cannot tell is no reason to doubt an address.
  return addresses.filter((_, index) => {
    const reply = at(replies, index)
    return reply.ok && NO_CODE.has(reply.result as Hex)
  })
}
