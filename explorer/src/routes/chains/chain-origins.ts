import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'

type Origin = 'native' | 'canonical' | 'thirdParty' | 'ownTokens' | 'total'

/** Sums as texts by chain, beside the time of the answer. */
type ChainOrigins = Body<'getChainAssets'>

export const ORIGINS: readonly { readonly id: Origin; readonly name: string }[] = [
  { id: 'native', name: 'Native' },
  { id: 'canonical', name: 'Through its own bridge' },
  { id: 'thirdParty', name: 'Through other bridges' },
  { id: 'ownTokens', name: 'Its own tokens' },
  { id: 'total', name: 'All but its own tokens' },
]

export const useChainOrigins = () => useOperation('getChainAssets', {})

export function originUsd(body: ChainOrigins | undefined, chain: string, id: Origin) {
  const origins = body?.[chain]
  return typeof origins === 'object' ? Number(origins[id].total) : null
}
