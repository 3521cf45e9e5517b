import { expect, test } from 'vitest'
import { valuationSeries } from './valuations.ts'

const month = (date: string) => ({ date, estimatedValuation: 5 })
const round = (date: string, valuation: number | null) => ({
  date,
  valuation,
  amountRaised: null,
  series: null,
})

test('a round holds from its month until the next; before the first there is none', () => {
  const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(month)
  const rounds = [round('2026-04-02', 9), round('2026-02-20', 7), round('2026-03-05', null)]
  const [, steps] = valuationSeries(months, rounds)
  expect(steps?.points.map(([, value]) => value)).toEqual([null, 7, 7, 9])
})
