import Type from 'typebox'
import type { RequestContext } from '../../../http/route.ts'
import { nullable } from '../../../http/schemas.ts'
import type { Chart } from '../derive/chart.ts'
import { type Measured, measure, sumOf } from '../derive/measured.ts'
import type { Totals } from '../derive/totals.ts'
import type { View } from '../view.ts'
import { makeChart, NO_CHART } from './charts.ts'
import { whole } from './figures.ts'
import { membersAlike, totalsById } from './other-types.ts'
import type { Extras } from './overview.ts'
import type { SummaryExtras } from './summary.ts'
import { exampleVolumePoints, renderVolumePoints, volumePoints } from './volume-names.ts'

const usd = (description: string) => nullable(Type.Number({ description }))

/**
 * The names of the pro sample of options: both kinds of volume, whichever was asked for (semantics
 * 0).
 */
export const optionsBody = {
  totalPremiumVolume: usd('Premiums of all days'),
  totalNotionalVolume: usd('Notional volume of all days'),
}
export const optionsRow = {
  premiumVolume24h: usd('Premiums of D'),
  notionalVolume24h: usd('Notional volume of D'),
}
export const optionsSummary = {
  ...optionsBody,
  ...optionsRow,
  dailyPremiumVolume: volumePoints,
  dailyNotionalVolume: volumePoints,
}

export const exampleOptionsBody = {
  totalPremiumVolume: 90_000_000,
  totalNotionalVolume: 60_000_000_000,
}
export const exampleOptionsRow = { premiumVolume24h: 60_000, notionalVolume24h: 42_000_000 }
export const exampleOptionsSummary = {
  ...exampleOptionsBody,
  ...exampleOptionsRow,
  dailyPremiumVolume: exampleVolumePoints,
  dailyNotionalVolume: exampleVolumePoints,
}

const PREMIUM = 'dailyPremiumVolume'
const NOTIONAL = 'dailyNotionalVolume'

export function optionsExtras(context: RequestContext, chain?: string) {
  return async (): Promise<Extras> => {
    const premium = await totalsById(context, { metric: 'options', dataType: PREMIUM, chain })
    const notional = await totalsById(context, { metric: 'options', dataType: NOTIONAL, chain })
    return {
      body: {
        totalPremiumVolume: whole(premium.sum.totalAllTime),
        totalNotionalVolume: whole(notional.sum.totalAllTime),
      },
      row: ({ member }) =>
        namesOf(premium.byId.get(member.subject.id), notional.byId.get(member.subject.id)),
    }
  }
}

export function optionsSummaryExtras(context: RequestContext) {
  return async (
    view: View,
    measured: readonly Measured[],
    chart: Chart,
  ): Promise<SummaryExtras> => {
    const ids = new Set(measured.map(({ member }) => member.subject.id))
    const premium = await membersAlike(context, view, PREMIUM, ids)
    const notional = await membersAlike(context, view, NOTIONAL, ids)
    const chartOf = (other: typeof premium) =>
      renderVolumePoints(chart === NO_CHART ? NO_CHART : makeChart(other.view, other.members, {}))
    const [premiums, notionals] = [premium, notional].map(({ members }) =>
      sumOf(measure(members, view.lastDay, 'flow')),
    )
    return {
      body: {
        totalPremiumVolume: whole(premiums?.totalAllTime ?? null),
        totalNotionalVolume: whole(notionals?.totalAllTime ?? null),
        ...namesOf(premiums, notionals),
      },
      rendered: {
        dailyPremiumVolume: chartOf(premium),
        dailyNotionalVolume: chartOf(notional),
      },
    }
  }
}

function namesOf(premium: Totals | undefined, notional: Totals | undefined) {
  return {
    premiumVolume24h: whole(premium?.total24h ?? null),
    notionalVolume24h: whole(notional?.total24h ?? null),
  }
}
