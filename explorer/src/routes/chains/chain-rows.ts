import { useMemo } from 'react'
import { type Asked, useAnswer } from '../../api/use-answer.ts'
import { changeOver, type Value } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { LEAN } from '../metrics/metric-rows.ts'
import { originUsd, useChainOrigins } from './chain-origins.ts'
import { newestOf } from './newest-of.ts'
import { type SplitRow, sumByChain } from './sum-by-chain.ts'

const SPARK_DAYS = 31
// The service draws lines of as many rows.
const MAX_LINES = 1000
const SPLIT = { ...LEAN, fields: 'category,doublecounted,breakdown24h' }
/** Days in which the newest figure of a metric is looked for. */
const NEWEST_DAYS = 4

interface Listed {
  readonly name: string
  readonly tvl: number | null
  readonly tokenSymbol: string | null
  readonly chainId: number | string | null
  readonly spark: readonly Value[]
}

export interface ChainRow extends Listed {
  readonly day: number | null
  readonly week: number | null
  readonly month: number | null
  readonly protocols: number | null
  readonly stablecoinsUsd: number | null
  readonly nativeUsd: number | null
  readonly canonicalUsd: number | null
  readonly thirdPartyUsd: number | null
  readonly volume: number | null
  readonly fees: number | null
  readonly users: number | null
}

interface StablecoinChain {
  readonly name: string
  readonly totalCirculatingUSD: Readonly<Record<string, number | null>>
}

type Overview = { readonly protocols: readonly SplitRow[] }
type Parts = readonly (readonly [sec: number, values: Readonly<Record<string, Value>>])[]

/** Chains with what other answers say of them. */
export function useChainRows(): {
  asked: Asked<unknown>
  rows: readonly ChainRow[]
} {
  const asked = useAnswer<readonly Listed[]>('/v2/chains', {
    spark: SPARK_DAYS,
    limit: MAX_LINES,
  })
  const protocols = useAnswer<readonly { chains: readonly string[] }[]>('/protocols', {
    fields: 'chains',
  })
  const stablecoins = useAnswer<readonly StablecoinChain[]>('/stablecoinchains')
  const origins = useChainOrigins()
  const start = useDaysAgo(NEWEST_DAYS)
  const volume = useAnswer<Overview>('/overview/dexs', SPLIT)
  const fees = useAnswer<Overview>('/overview/fees', SPLIT)
  const users = useAnswer<Parts>('/api/v2/chart/active-users/chain-breakdown', { start })
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
    return (asked.data?.body ?? []).map((row) => ({
      ...row,
      day: changeOver(row.spark, 1),
      week: changeOver(row.spark, 7),
      month: changeOver(row.spark, SPARK_DAYS - 1),
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
  const awaited = [stablecoins, volume, fees, users].find(({ isLoading }) => isLoading)
  return { asked: awaited ?? asked, rows }
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]))
}
