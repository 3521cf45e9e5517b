import type { ResponseOf } from '../../../packages/client/src/index.ts'
import type { Inquiry } from '../inquiry.ts'

export const FLOWS = ['fees', 'revenue', 'volume'] as const
export type Flow = (typeof FLOWS)[number]

const DATA_TYPES = { fees: 'dailyFees', revenue: 'dailyRevenue', volume: 'dailyVolume' } as const

type Overview = ResponseOf<'getFeesOverview'> | ResponseOf<'getDexsOverview'>
type Summary = ResponseOf<'getFeesSummary'> | ResponseOf<'getDexsSummary'>

/** Fees, revenue or trading volume of all protocols, everywhere or on a chain. */
export function askOverview(
  inquiry: Inquiry,
  flow: Flow,
  { chain, hasChart }: { chain?: string | undefined; hasChart: boolean },
): Promise<Overview> {
  const charts = { excludeTotalDataChart: !hasChart, excludeTotalDataChartBreakdown: true }
  const given = { dataType: DATA_TYPES[flow], ...charts }
  const isVolume = flow === 'volume'
  if (chain === undefined)
    return inquiry.ask(isVolume ? 'getDexsOverview' : 'getFeesOverview', given)
  const id = isVolume ? 'getDexsChainOverview' : 'getFeesChainOverview'
  return inquiry.ask(id, { ...given, chain })
}

/** The daily fees, revenue or trading volume of a protocol. */
export function askSummary(inquiry: Inquiry, flow: Flow, protocol: string): Promise<Summary> {
  const charts = { excludeTotalDataChart: false, excludeTotalDataChartBreakdown: true }
  const given = { protocol, dataType: DATA_TYPES[flow], ...charts }
  return inquiry.ask(flow === 'volume' ? 'getDexsSummary' : 'getFeesSummary', given)
}
