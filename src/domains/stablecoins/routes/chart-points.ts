import Type from 'typebox'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { SupplyPoint } from '../derive/supply-chart.ts'
import { unitsSchema, usdSchema } from './balances.ts'

export const chartSchema = Type.Array(
  shape({
    date: Type.String({ description: 'Midnight UTC of the day, Unix seconds as text' }),
    totalCirculating: unitsSchema('What circulates'),
    totalUnreleased: unitsSchema('Minted and not released'),
    totalCirculatingUSD: usdSchema('What circulates'),
    totalMintedUSD: usdSchema('What was minted'),
    totalBridgedToUSD: usdSchema('What was bridged in'),
    totalCarried: unitsSchema(
      'Part of totalCirculating that was not reported that day but carried from an earlier one',
    ),
  }),
)

export const chartExample = [
  {
    date: '1760054400',
    totalCirculating: { peggedUSD: 150_000_000_000, peggedEUR: 38_000_000 },
    totalUnreleased: { peggedUSD: 500_000_000, peggedEUR: 0 },
    totalCirculatingUSD: { peggedUSD: 149_950_000_000, peggedEUR: 41_000_000 },
    totalMintedUSD: { peggedUSD: 150_450_000_000, peggedEUR: 41_000_000 },
    totalBridgedToUSD: { peggedUSD: 12_000_000_000, peggedEUR: 2_000_000 },
    totalCarried: { peggedUSD: 40_000_000 },
  },
]

export function toChart(points: readonly SupplyPoint[]) {
  return points.map(
    ({ day, circulating, unreleased, circulatingUsd, mintedUsd, bridgedInUsd, carried }) => ({
      date: String(day * DAY_SEC),
      totalCirculating: circulating,
      totalUnreleased: unreleased,
      totalCirculatingUSD: circulatingUsd,
      totalMintedUSD: mintedUsd,
      totalBridgedToUSD: bridgedInUsd,
      totalCarried: carried,
    }),
  )
}
