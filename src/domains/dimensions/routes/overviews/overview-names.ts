import { usd as dollars } from '../../../../http/described.ts'
import { nullable } from '../../../../http/schemas.ts'
import { whole } from '../figures.ts'
import { exampleVolumePoints, volumePointRows, volumePoints } from '../volume-points.ts'
import type { OverviewNames } from './overview.ts'

const usd = (description: string) => nullable(dollars(description))

export const dexsOverviewNames: OverviewNames = {
  types: [],
  bodySchema: { totalVolume: usd('The same as totalAllTime'), chart: volumePoints },
  rowSchema: { volume24h: usd('The same as total24h'), volume7d: usd('The same as total7d') },
  exampleBody: { totalVolume: 60_000_000_000, chart: exampleVolumePoints },
  exampleRow: { volume24h: 42_000_000, volume7d: 280_000_000 },
  make: ({ total, chart }) => ({
    body: { totalVolume: whole(total.totalAllTime) },
    charts: { chart: volumePointRows(chart) },
    row: ({ totals }) => ({ volume24h: whole(totals.total24h), volume7d: whole(totals.total7d) }),
  }),
}

/** Always both fees and revenue. */
export const feesOverviewNames: OverviewNames = {
  types: ['dailyFees', 'dailyRevenue'],
  bodySchema: { totalFees24h: usd('Fees of D'), totalRevenue24h: usd('Revenue of D') },
  rowSchema: { fees24h: usd('Fees of D'), revenue24h: usd('Revenue of D') },
  exampleBody: { totalFees24h: 42_000_000, totalRevenue24h: 12_000_000 },
  exampleRow: { fees24h: 42_000_000, revenue24h: 12_000_000 },
  make: ({ sumOf, totalsOf }) => ({
    body: {
      totalFees24h: whole(sumOf('dailyFees').total24h),
      totalRevenue24h: whole(sumOf('dailyRevenue').total24h),
    },
    charts: {},
    row: ({ member }) => ({
      fees24h: whole(totalsOf('dailyFees', member)?.total24h ?? null),
      revenue24h: whole(totalsOf('dailyRevenue', member)?.total24h ?? null),
    }),
  }),
}

const PREMIUM = 'dailyPremiumVolume'
const NOTIONAL = 'dailyNotionalVolume'

/** Always both kinds of volume. */
export const optionsOverviewNames: OverviewNames = {
  types: [PREMIUM, NOTIONAL],
  bodySchema: {
    totalPremiumVolume: usd('Premiums of all days'),
    totalNotionalVolume: usd('Notional volume of all days'),
  },
  rowSchema: {
    premiumVolume24h: usd('Premiums of D'),
    notionalVolume24h: usd('Notional volume of D'),
  },
  exampleBody: { totalPremiumVolume: 90_000_000, totalNotionalVolume: 60_000_000_000 },
  exampleRow: { premiumVolume24h: 60_000, notionalVolume24h: 42_000_000 },
  make: ({ sumOf, totalsOf }) => ({
    body: {
      totalPremiumVolume: whole(sumOf(PREMIUM).totalAllTime),
      totalNotionalVolume: whole(sumOf(NOTIONAL).totalAllTime),
    },
    charts: {},
    row: ({ member }) => ({
      premiumVolume24h: whole(totalsOf(PREMIUM, member)?.total24h ?? null),
      notionalVolume24h: whole(totalsOf(NOTIONAL, member)?.total24h ?? null),
    }),
  }),
}
