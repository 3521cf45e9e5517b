import type { Body } from '../../api/request.ts'
import { chartOf } from '../../lib/columns-of.ts'
import { changeOverDays, percentOf, sumOf } from '../../lib/sums.ts'
import { choice } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

export type OracleList = Body<'listOracles'>

export type OracleRow = ReturnType<typeof oracleRows>[number]

/** Oracles with what they secure and how that changed. */
export function oracleRows(list: OracleList) {
  const points = new Map(chartOf(list.chart).map((series) => [series.name, series.points]))
  return Object.entries(list.oracles).map(([name, protocols]) => ({
    name,
    protocols,
    chains: list.chainsByOracle[name] ?? [],
    securedUsd: list.totalValueSecured[name] ?? null,
    sharePercent: list.dominance[name] ?? null,
    monthChange: changeOverDays(points.get(name) ?? [], 30),
  }))
}

export type OracleMetrics = Body<'getOracleMetrics'>

export type Secured = ReturnType<typeof securedBy>[number]

/** Protocols that rely on an oracle, with what it secures of them. */
export function securedBy({ oraclesTVS }: OracleMetrics, oracle: string) {
  const rows = Object.entries(oraclesTVS[oracle] ?? {}).map(([protocol, byChain]) => ({
    protocol,
    chains: Object.keys(byChain),
    usd: sumOf(byChain),
  }))
  const all = sumOf(rows.map(({ usd }) => usd))
  return rows.map((row) => ({
    ...row,
    sharePercent: percentOf(row.usd, all),
  }))
}

/** What the service counts as secured: value locked, one section of it, or all. */
const COUNTED = ['tvl', 'all', 'borrowed', 'staking', 'pool2', 'vesting'] as const

export const countedKeys = {
  ...seriesKeys,
  key: choice(COUNTED, 'tvl', {
    label: 'Counted',
    names: { tvl: 'value locked', all: 'all sections', pool2: 'pool 2' },
  }),
}

export const secureKeys = {
  ...seriesKeys,
  by: choice(['oracle', 'chain', 'total'], 'oracle'),
  key: countedKeys.key,
}
