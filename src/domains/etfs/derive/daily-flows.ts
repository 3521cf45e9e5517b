import { netAssetValue } from './net-asset-value.ts'

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
 * The flow of each of a fund's days, in order of time (semantics 9.1, decision 105): as reported,
 * else change of shares × net asset value. A split is no flow. The change is against the last day
 * whose shares are settled, less what was reported in between, so a flow over days that are missing
 * belongs to the day that shows it, and nothing counts twice.
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
    // Shares whose change could not be valued stay unsettled: the next day that can be valued shows
    // it.
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
