import { expect, test } from 'vitest'
import { roundNotes, valuationSeries } from './valuations.ts'

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

test('a round is noted on its day with its value; without one by its name alone', () => {
  const named = { ...round('2026-02-20', 7_250_000_000), series: 'Series B' }
  expect(roundNotes([named, round('2026-03-05', null)])).toEqual([
    { sec: 1_771_545_600, text: 'Series B, $7.25\u2009bn' },
    { sec: 1_772_668_800, text: 'Round' },
  ])
})
