import Type from 'typebox'
import { shape } from '../../../http/schemas.ts'

/** Points of a chart as older clients read them: the day is text (decision 154). */
export const legacyPoints = Type.Array(
  shape({
    date: Type.String({ description: 'Unix seconds of 00:00 UTC, as text' }),
    totalLiquidityUSD: Type.Number({ description: 'US dollars' }),
  }),
)

export const exampleLegacyPoints = [{ date: '1760054400', totalLiquidityUSD: 98_000_000_000 }]

export function toLegacyPoint(dateSec: number, tvlUsd: number) {
  return { date: String(dateSec), totalLiquidityUSD: tvlUsd }
}
