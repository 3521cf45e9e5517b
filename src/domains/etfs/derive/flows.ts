/** As reported, else assets ÷ shares (etfs.md); a market price may be far from it. */
export function netAssetValue(
  navUsd: number | null,
  aumUsd: number | null,
  shares: number | null,
): number | null {
  if (navUsd !== null) return navUsd
  return aumUsd !== null && shares !== null && shares > 0 ? aumUsd / shares : null
}

/** What of a fund's day its flow depends on. */
export interface SharesDay {
  daySec: number
  shares: number | null
  navUsd: number | null
  aumUsd: number | null
  /** As the fund reports it. */
  flowsUsd: number | null
}

/** From this day on one old share is `ratio` new ones. */
export interface Split {
  daySec: number
  ratio: number
}

export interface Flow {
  usd: number | null
  /** Where the figure comes from, so that a computed one can be told from a reported one. */
  source: 'reported' | 'computed' | null
}

const UNKNOWN: Flow = { usd: null, source: null }

/**
 * As reported, else change of settled shares × net asset value (etfs.md#flows): a flow over missing
 * days belongs to the day that shows it, and nothing counts twice.
 */
export function dailyFlows(days: readonly SharesDay[], splits: readonly Split[]): Flow[] {
  const ordered = [...splits].sort((a, b) => a.daySec - b.daySec)
  let nextSplit = 0
  let settledShares: number | null = null
  let reportedSinceUsd = 0
  return days.map((day) => {
    for (
      let split = ordered[nextSplit];
      split !== undefined && split.daySec <= day.daySec;
      split = ordered[++nextSplit]
    ) {
      if (settledShares !== null) settledShares *= split.ratio
    }
    const flow = flowOf(day, settledShares, reportedSinceUsd)
    if (flow.source === 'reported') reportedSinceUsd += flow.usd ?? 0
    // Shares whose change could not be valued stay unsettled until a day that can be valued.
    if (day.shares !== null && (settledShares === null || flow.source !== null)) {
      settledShares = day.shares
      reportedSinceUsd = 0
    }
    return flow
  })
}

function flowOf(
  { shares, navUsd, aumUsd, flowsUsd }: SharesDay,
  settledShares: number | null,
  reportedSinceUsd: number,
): Flow {
  if (flowsUsd !== null) return { usd: flowsUsd, source: 'reported' }
  const nav = netAssetValue(navUsd, aumUsd, shares)
  if (shares === null || settledShares === null || nav === null) return UNKNOWN
  return { usd: (shares - settledShares) * nav - reportedSinceUsd, source: 'computed' }
}

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

/** Flows by day and asset (etfs.md): the sum of those known, in the order given, else `null`. */
export function assetFlows(flows: Iterable<FundFlow>): AssetFlow[] {
  const totals = new Map<string, AssetFlow>()
  for (const { asset, daySec, flow } of flows) {
    const key = `${daySec} ${asset}`
    const nothing = { totalUsd: null, source: null, funds: 0, fundsUnknown: 0 }
    const total = totals.get(key) ?? { asset, daySec, ...nothing }
    totals.set(key, total)
    if (flow.usd === null) {
      total.fundsUnknown++
      continue
    }
    total.funds++
    total.totalUsd = (total.totalUsd ?? 0) + flow.usd
    total.source = total.source === null || total.source === flow.source ? flow.source : 'mixed'
  }
  return [...totals.values()].sort((a, b) => a.daySec - b.daySec || (a.asset < b.asset ? -1 : 1))
}
