import type { Body } from '../../api/answers.ts'
import { changeOverDays } from '../../lib/change-over-days.ts'
import { chartOf } from '../../lib/columns-of.ts'

export type OracleList = Body<'listOracles'>

export interface OracleRow {
  readonly name: string
  readonly protocols: readonly string[]
  readonly chains: readonly string[]
  readonly securedUsd: number | null
  readonly sharePercent: number | null
  readonly monthChange: number | null
}

/** Oracles with what they secure and how that changed. */
export function oracleRows(list: OracleList): OracleRow[] {
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
