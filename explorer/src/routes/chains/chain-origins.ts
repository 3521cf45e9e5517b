import { type Asked, useAnswer } from '../../api/use-answer.ts'

type Origin = 'native' | 'canonical' | 'thirdParty' | 'ownTokens' | 'total'

/** `/api/chainAssets`: sums as texts by chain, beside the time of the answer. */
export type ChainOrigins = Readonly<
  Record<string, Readonly<Partial<Record<Origin, { readonly total: string }>>> | undefined>
>

export const ORIGINS: readonly { readonly id: Origin; readonly name: string }[] = [
  { id: 'native', name: 'Native' },
  { id: 'canonical', name: 'Through its own bridge' },
  { id: 'thirdParty', name: 'Through other bridges' },
  { id: 'ownTokens', name: 'Its own tokens' },
  { id: 'total', name: 'All but its own tokens' },
]

export const useChainOrigins = (): Asked<ChainOrigins> => useAnswer('/api/chainAssets')

export function originUsd(body: ChainOrigins | undefined, chain: string, id: Origin) {
  const total = body?.[chain]?.[id]?.total
  return total === undefined ? null : Number(total)
}
