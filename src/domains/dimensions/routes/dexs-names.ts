import Type from 'typebox'
import { nullable } from '../../../http/schemas.ts'
import type { Chart } from '../derive/chart.ts'
import type { Measured } from '../derive/measured.ts'
import { sumOf } from '../derive/measured.ts'
import { whole } from './figures.ts'
import type { Extras } from './overview.ts'
import type { SummaryExtras } from './summary.ts'
import { exampleVolumePoints, renderVolumePoints, volumePoints } from './volume-names.ts'

const usd = (description: string) => nullable(Type.Number({ description }))

/** The names of the pro sample of exchanges, beside the usual ones (semantics 0, decision 112). */
export const dexsBody = { totalVolume: usd('The same as totalAllTime'), chart: volumePoints }
export const dexsRow = {
  volume24h: usd('The same as total24h'),
  volume7d: usd('The same as total7d'),
}
export const dexsSummary = {
  ...dexsRow,
  volume30d: usd('The same as total30d'),
  totalVolume: dexsBody.totalVolume,
  dailyVolume: volumePoints,
}
export const dexsChain = { volume24h: dexsRow.volume24h }

export const exampleDexsBody = { totalVolume: 60_000_000_000, chart: exampleVolumePoints }
export const exampleDexsRow = { volume24h: 42_000_000, volume7d: 280_000_000 }
export const exampleDexsSummary = {
  ...exampleDexsRow,
  volume30d: 1_200_000_000,
  totalVolume: 60_000_000_000,
  dailyVolume: exampleVolumePoints,
}

export async function dexsExtras(
  _: unknown,
  counted: readonly Measured[],
  chart: Chart,
): Promise<Extras> {
  return {
    body: { totalVolume: whole(sumOf(counted).totalAllTime) },
    rendered: { chart: renderVolumePoints(chart) },
    row: ({ totals }) => ({ volume24h: whole(totals.total24h), volume7d: whole(totals.total7d) }),
  }
}

export async function dexsSummaryExtras(
  _: unknown,
  measured: readonly Measured[],
  chart: Chart,
): Promise<SummaryExtras> {
  const { total24h, total7d, total30d, totalAllTime } = sumOf(measured)
  return {
    body: {
      volume24h: whole(total24h),
      volume7d: whole(total7d),
      volume30d: whole(total30d),
      totalVolume: whole(totalAllTime),
    },
    rendered: { dailyVolume: renderVolumePoints(chart) },
    chain: (figures) => ({ volume24h: figures.total24h }),
  }
}
