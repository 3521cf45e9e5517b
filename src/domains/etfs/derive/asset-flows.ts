import type { Flow } from './daily-flows.ts'

/** The flow of one fund on one day. */
export interface FundFlow {
  asset: string
  daySec: number
  flow: Flow
}

/** Flows of all funds of an asset on one day. */
export interface AssetFlow {
  asset: string
  daySec: number
  totalUsd: number | null
  source: 'reported' | 'computed' | 'mixed' | null
  /** Funds whose flow is in the total, and funds that have a row but no flow that day. */
  funds: number
  fundsUnknown: number
}

/**
 * Flows by asset and day, by day and then asset (semantics 9.1): the sum of those that are known;
 * `null` when none is. Funds are added in the order given. Days without a fund's row do not appear.
 */
export function assetFlows(flows: Iterable<FundFlow>): AssetFlow[] {
  const byAsset = new Map<string, Map<number, AssetFlow>>()
  for (const { asset, daySec, flow } of flows) {
    const byDay = byAsset.get(asset) ?? new Map<number, AssetFlow>()
    if (byDay.size === 0) byAsset.set(asset, byDay)
    const total = byDay.get(daySec) ?? {
      asset,
      daySec,
      totalUsd: null,
      source: null,
      funds: 0,
      fundsUnknown: 0,
    }
    if (total.funds + total.fundsUnknown === 0) byDay.set(daySec, total)
    if (flow.usd === null) {
      total.fundsUnknown++
      continue
    }
    total.funds++
    total.totalUsd = (total.totalUsd ?? 0) + flow.usd
    total.source = total.source === null || total.source === flow.source ? flow.source : 'mixed'
  }
  const totals = [...byAsset.values()].flatMap((byDay) => [...byDay.values()])
  return totals.sort((a, b) => a.daySec - b.daySec || (a.asset < b.asset ? -1 : 1))
}
