import { usd as dollars } from '../../../../http/described.ts'
import { nullable, shape } from '../../../../http/schemas.ts'
import { chainFigures, figuresSchema, whole } from '../figures.ts'
import { exampleVolumePoints, volumePointRows, volumePoints } from '../volume-points.ts'
import type { SummaryNames } from './summary.ts'

const usd = (description: string) => nullable(dollars(description))

export const dexsSummaryNames: SummaryNames = {
  types: [],
  schema: {
    volume24h: usd('The same as total24h'),
    volume7d: usd('The same as total7d'),
    volume30d: usd('The same as total30d'),
    totalVolume: usd('The same as totalAllTime'),
    dailyVolume: volumePoints,
  },
  chainSchema: shape({ ...figuresSchema, volume24h: usd('The same as total24h') }),
  example: {
    volume24h: 42_000_000,
    volume7d: 280_000_000,
    volume30d: 1_200_000_000,
    totalVolume: 60_000_000_000,
    dailyVolume: exampleVolumePoints,
  },
  exampleChain: { volume24h: 42_000_000 },
  make: ({ total, chart }) => ({
    volume24h: whole(total.total24h),
    volume7d: whole(total.total7d),
    volume30d: whole(total.total30d),
    totalVolume: whole(total.totalAllTime),
    dailyVolume: volumePointRows(chart),
  }),
  chain: ({ total24h }) => ({ volume24h: total24h }),
}

/** Always both kinds of volume. */
export const optionsSummaryNames: SummaryNames = {
  types: ['dailyPremiumVolume', 'dailyNotionalVolume'],
  schema: {
    totalPremiumVolume: usd('Premiums of all days'),
    totalNotionalVolume: usd('Notional volume of all days'),
    premiumVolume24h: usd('Premiums of D'),
    notionalVolume24h: usd('Notional volume of D'),
    dailyPremiumVolume: volumePoints,
    dailyNotionalVolume: volumePoints,
  },
  chainSchema: chainFigures,
  example: {
    totalPremiumVolume: 90_000_000,
    totalNotionalVolume: 60_000_000_000,
    premiumVolume24h: 60_000,
    notionalVolume24h: 42_000_000,
    dailyPremiumVolume: exampleVolumePoints,
    dailyNotionalVolume: exampleVolumePoints,
  },
  exampleChain: {},
  make: ({ of }) => {
    const [premium, notional] = [of('dailyPremiumVolume'), of('dailyNotionalVolume')]
    return {
      totalPremiumVolume: whole(premium.total.totalAllTime),
      totalNotionalVolume: whole(notional.total.totalAllTime),
      premiumVolume24h: whole(premium.total.total24h),
      notionalVolume24h: whole(notional.total.total24h),
      dailyPremiumVolume: volumePointRows(premium.chart),
      dailyNotionalVolume: volumePointRows(notional.chart),
    }
  },
  chain: () => ({}),
}
