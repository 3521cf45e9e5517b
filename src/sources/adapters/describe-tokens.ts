import type { Address } from 'viem'
import type { Timestamp } from '../model/live-source.ts'
import type { Amount, Observations, SeenToken } from '../model/observations.ts'
import type { NativeCoin } from '../model/reader-kind.ts'
import { NATIVE_ADDRESS, readTokens, seenNative, seenTokens } from '../readers/parts/tokens.ts'

/** The coin of each chain, as a token: its symbol and the coin whose price it takes. */
export type NativeCoins = ReadonlyMap<string, NativeCoin>

/** A token of an EVM chain. */
export const COIN_ON_CHAIN = /^(?<chain>[^:]+):(?<address>0x[0-9a-f]{40})$/

/** Symbol and decimals of the tokens of a module's amounts, which have no value without. */
export async function describeTokens(
  seen: Observations,
  timestamp: Timestamp,
  natives: NativeCoins,
): Promise<SeenToken[]> {
  const found: SeenToken[] = []
  for (const [chain, addresses] of addressesOf(seen, natives)) {
    if (addresses.delete(NATIVE_ADDRESS))
      found.push(...seenNative({ chain, native: natives.get(chain) }))
    if (addresses.size === 0) continue
    const tokens = await readTokens(await timestamp.reader(chain), [...addresses])
    found.push(...seenTokens(chain, tokens))
  }
  return found
}

function addressesOf(seen: Observations, natives: NativeCoins): Map<string, Set<Address>> {
  const amounts: (Amount | { count: number } | { coin: string; usd: number })[] = [
    ...seen.holdings,
    ...seen.flows,
    ...seen.transfers,
  ].map(({ amount }) => amount)
  const found = new Map<string, Set<Address>>()
  for (const amount of amounts) {
    const { chain, address } =
      ('raw' in amount ? COIN_ON_CHAIN.exec(amount.coin)?.groups : undefined) ?? {}
    if (chain === undefined || !natives.has(chain)) continue
    found.set(chain, (found.get(chain) ?? new Set()).add(address as Address))
  }
  return found
}
