import type { Address } from 'viem'
import type { CallResult, ChainReader } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chain-errors.ts'
import type { SeenGap } from '../../model/observations.ts'
import { listWithoutCode, requireCode } from './contract-code.ts'

/** A contract and its responses to what a reader cannot do without. */
export interface AskedContract {
  address: Address
  results: readonly CallResult[]
}

export interface SilentContract {
  address: Address
  error: string
}

/**
 * The contracts that left something unanswered (live.md#missing-data). It is an error if none
 * answers at all, or if an address that the instance names has no code today.
 */
export async function listSilent(
  chain: ChainReader,
  asked: readonly AskedContract[],
  { what, named = [] }: { what: string; named?: readonly Address[] },
): Promise<SilentContract[]> {
  const silent = asked.flatMap(({ address, results }): SilentContract[] => {
    const failed = results.find((result) => !result.ok)
    return failed === undefined || failed.ok ? [] : [{ address, error: failed.error }]
  })
  const [first] = silent
  if (first === undefined) return []
  if (asked.every(({ results }) => results.every(({ ok }) => !ok)))
    throw new ChainError(
      `On ${chain.chain} at block ${chain.block.number}, no ${what} answers: ${first.error}. Check the addresses.`,
      false,
    )
  const typed = new Set(named)
  const doubtful = silent.map(({ address }) => address).filter((address) => typed.has(address))
  await requireCode(chain, doubtful, what)
  // A contract that was deployed later is rightly silent at this block.
  const later = new Set(await listWithoutCode(chain, doubtful, 'then'))
  return silent.filter(({ address }) => !later.has(address))
}

/** What the figures lack because contracts did not answer, in one sentence. */
export function gapsOf(
  of: string,
  silent: readonly SilentContract[],
  { what, total }: { what: string; total: number },
): SeenGap[] {
  const [first] = silent
  if (first === undefined) return []
  const left = `${silent.length} of ${total} (${what}) did not answer and are left out`
  return [{ of, what: `${left}, such as ${first.address}: ${first.error}` }]
}
