import type { Body } from '../../api/answers.ts'
import { sumOf } from '../../lib/sum-of.ts'

export type OracleMetrics = Body<'getOracleMetrics'>

export interface Secured {
  readonly protocol: string
  readonly chains: readonly string[]
  readonly usd: number | null
  readonly sharePercent: number | null
}

/** Protocols that rely on an oracle, with what it secures of them. */
export function securedBy({ oraclesTVS }: OracleMetrics, oracle: string): Secured[] {
  const rows = Object.entries(oraclesTVS[oracle] ?? {}).map(([protocol, byChain]) => ({
    protocol,
    chains: Object.keys(byChain),
    usd: sumOf(byChain),
  }))
  const all = sumOf(rows.map(({ usd }) => usd))
  return rows.map((row) => ({
    ...row,
    sharePercent: row.usd === null || !all ? null : (row.usd / all) * 100,
  }))
}
