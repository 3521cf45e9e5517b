import { useMemo } from 'react'
import { type Body, request, useDaysAgo, useOperation, useRequest } from '../../api/request.ts'
import { changeOver } from '../../lib/series.ts'
import { sumOf } from '../../lib/sums.ts'
import { LEAN } from '../metrics/metric-rows.ts'
import { newestOf, sumByChain } from './sum-by-chain.ts'

const SPARK_DAYS = 31
// The service draws lines of as many rows.
const MAX_LINES = 1000
const SPLIT = { ...LEAN, fields: 'category,doublecounted,breakdown24h' } as const
/** Days in which the newest figure of a metric is looked for. */
const NEWEST_DAYS = 4

export const CHAINS = request('listChains', { spark: SPARK_DAYS, limit: MAX_LINES })

export type ChainRow = ReturnType<typeof useChainRows>['rows'][number]

/** Chains with what other responses say of them. */
export function useChainRows() {
  const asked = useRequest(CHAINS)
  const protocols = useOperation('listProtocols', { fields: 'chains' })
  const stablecoins = useOperation('listStablecoinChains', {})
  const origins = useChainOrigins()
  const start = useDaysAgo(NEWEST_DAYS)
  const volume = useOperation('getDexsOverview', SPLIT)
  const fees = useOperation('getFeesOverview', SPLIT)
  const users = useOperation('getMetricChainBreakdown', { metric: 'active-users', start })
  const rows = useMemo(() => {
    const counts = countOf((protocols.data?.body ?? []).flatMap(({ chains }) => chains))
    const supplies = new Map(
      stablecoins.data?.body.map((row) => [row.name, sumOf(row.totalCirculatingUSD)]),
    )
    const newest = {
      volume: sumByChain(volume.data?.body.protocols ?? []),
      fees: sumByChain(fees.data?.body.protocols ?? []),
      users: newestOf(users.data?.body ?? []),
    }
    const from = (name: string, id: 'native' | 'canonical' | 'thirdParty') =>
      originUsd(origins.data?.body, name, id)
    return (asked.data?.body ?? []).map(({ spark = [], ...row }) => ({
      ...row,
      spark,
      day: changeOver(spark, 1),
      week: changeOver(spark, 7),
      month: changeOver(spark, SPARK_DAYS - 1),
      protocols: counts.get(row.name) ?? null,
      stablecoinsUsd: supplies.get(row.name) ?? null,
      nativeUsd: from(row.name, 'native'),
      canonicalUsd: from(row.name, 'canonical'),
      thirdPartyUsd: from(row.name, 'thirdParty'),
      volume: newest.volume.get(row.name) ?? null,
      fees: newest.fees.get(row.name) ?? null,
      users: newest.users.get(row.name) ?? null,
    }))
  }, [
    asked.data,
    protocols.data,
    stablecoins.data,
    origins.data,
    volume.data,
    fees.data,
    users.data,
  ])
  // A figure that is still awaited must not look like one that is missing.
  return { rows, isAwaited: [stablecoins, volume, fees, users].some(({ isLoading }) => isLoading) }
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]))
}

type Origin = 'native' | 'canonical' | 'thirdParty' | 'ownTokens' | 'total'

/** Sums as texts by chain, beside the time of the response. */
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
