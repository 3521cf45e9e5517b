import Type from 'typebox'
import { nullableText, usd } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import type { Round } from '../derive/disclosed-rounds.ts'
import { isoDay } from '../derive/valuation-figures.ts'

export const roundSchema = namedShape('PreIpoRound', {
  date: Type.String({ description: 'YYYY-MM-DD' }),
  amountRaised: nullable(usd('Amount raised')),
  valuation: nullable(usd('Post-money valuation')),
  series: nullableText('Name of the round, such as Series A'),
})

export const exampleRound = {
  date: '2025-03-15',
  amountRaised: 250_000_000,
  valuation: 3_500_000_000,
  series: 'Series D',
}

export function roundItem({ atSec, amountUsd, valuationUsd, series }: Round) {
  return { date: isoDay(atSec), amountRaised: amountUsd, valuation: valuationUsd, series }
}
