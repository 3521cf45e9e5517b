import { type BodyOf, request } from '../../api/request.ts'
import { by } from '../../page/list-filters.ts'

/** Pools by what their pages show. */
export const POOLS = request('listPools', {
  fields:
    'pool,chain,project,symbol,tvlUsd,apy,apyBase,apyReward,apyMean30d,apyPct1D,apyPct7D,ilRisk,exposure,il7d,sigma,outlier',
})

export type Pools = BodyOf<typeof POOLS>
export type PoolRow = Pools['data'][number]

export const poolsOf = <Row>({ data }: { readonly data: readonly Row[] }): readonly Row[] => data

export const poolHref = ({ pool }: { pool: string }) => `/yields/${encodeURIComponent(pool)}`

/** Filters that every list of pools has. */
export const placeChoices = [
  by('chain', 'Chain', 'All chains', ({ chain }: Pick<PoolRow, 'chain'>) => [chain]),
  by('project', 'Project', 'All projects', ({ project }: Pick<PoolRow, 'project'>) => [project]),
]

/** Whether a pool is one of the wanted tokens; one after a minus is not wanted. */
export function hasTokens(symbol: string, wanted: string): boolean {
  const tokens = new Set(symbol.toUpperCase().split(/[^A-Z0-9.]+/))
  return wanted
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '' && word !== '-')
    .every((word) => (word.startsWith('-') ? !tokens.has(word.slice(1)) : tokens.has(word)))
}
