import type { TSchema } from 'typebox'
import { usd } from '../../../http/described.ts'
import { nullable } from '../../../http/schemas.ts'
import { field, record } from '../../../records/record.ts'
import type { TotalName, Totals } from '../derive/totals.ts'
import { whole } from './figures.ts'

/** The windows of a kind of figure, or of the one that was requested. */
export type TotalsOf = (dataType: string | undefined) => Totals | undefined

interface OwnFigures {
  readonly members: Readonly<Record<string, TSchema>>
  readonly example: Readonly<Record<string, unknown>>
  item(this: void, totalsOf: TotalsOf): Record<string, unknown>
}

/** Members that a metric's own pro sample has besides the usual ones (responses.md#members). */
export interface OwnMembers {
  /** Kinds of figures they always show. */
  readonly types: readonly string[]
  readonly body: OwnFigures
  /** Of each protocol of an overview, of each chain of a summary. */
  readonly part: OwnFigures
  /** Charts by name, each with its kind of figure if that is not the one that was requested. */
  readonly charts: readonly (readonly [name: string, dataType?: string])[]
}

const own = (description: string, example: number, window: TotalName, dataType?: string) =>
  field(nullable(usd(description)), example, (totalsOf: TotalsOf) =>
    whole(totalsOf(dataType)?.[window] ?? null),
  )

const [FEES, REVENUE] = ['dailyFees', 'dailyRevenue']
const [PREMIUM, NOTIONAL] = ['dailyPremiumVolume', 'dailyNotionalVolume']
const volume24h = own('The same as total24h', 42_000_000, 'total24h')
const volume7d = own('The same as total7d', 280_000_000, 'total7d')
const volume30d = own('The same as total30d', 1_200_000_000, 'total30d')
const totalVolume = own('The same as totalAllTime', 60_000_000_000, 'totalAllTime')
const fees24h = own('Fees of D', 42_000_000, 'total24h', FEES)
const revenue24h = own('Revenue of D', 12_000_000, 'total24h', REVENUE)
const ofAllDays = {
  totalPremiumVolume: own('Premiums of all days', 90_000_000, 'totalAllTime', PREMIUM),
  totalNotionalVolume: own('Notional volume of all days', 60_000_000_000, 'totalAllTime', NOTIONAL),
}
const ofLastDay = {
  premiumVolume24h: own('Premiums of D', 60_000, 'total24h', PREMIUM),
  notionalVolume24h: own('Notional volume of D', 42_000_000, 'total24h', NOTIONAL),
}

export const NO_FIGURES: OwnFigures = record({})
const NONE: OwnMembers = { types: [], body: NO_FIGURES, part: NO_FIGURES, charts: [] }

const OF_OVERVIEWS: Readonly<Record<string, OwnMembers>> = {
  dexs: {
    types: [],
    body: record({ totalVolume }),
    part: record({ volume24h, volume7d }),
    charts: [['chart']],
  },
  fees: {
    types: [FEES, REVENUE],
    body: record({ totalFees24h: fees24h, totalRevenue24h: revenue24h }),
    part: record({ fees24h, revenue24h }),
    charts: [],
  },
  options: {
    types: [PREMIUM, NOTIONAL],
    body: record(ofAllDays),
    part: record(ofLastDay),
    charts: [],
  },
}

const OF_SUMMARIES: Readonly<Record<string, OwnMembers>> = {
  dexs: {
    types: [],
    body: record({ volume24h, volume7d, volume30d, totalVolume }),
    part: record({ volume24h }),
    charts: [['dailyVolume']],
  },
  options: {
    types: [PREMIUM, NOTIONAL],
    body: record({ ...ofAllDays, ...ofLastDay }),
    part: NO_FIGURES,
    charts: [
      [PREMIUM, PREMIUM],
      [NOTIONAL, NOTIONAL],
    ],
  },
}

export const ownOfOverview = (metric: string) => OF_OVERVIEWS[metric] ?? NONE
export const ownOfSummary = (metric: string) => OF_SUMMARIES[metric] ?? NONE
