import { expect, test } from 'vitest'
import { countedSeries, flowSeries, gainPercent, numberOf, supplyTexts } from './institution.ts'

const sec = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000
const flows = {
  bitcoin: [
    [sec('2026-01-05'), 2, 3, 1, 100, 300],
    [sec('2026-01-20'), -4, 0, 4, null, null],
  ],
  solana: [[sec('2026-02-01'), 5, 5, 0, 10, 50]],
}

test('flows: dollars of all that was bought, or coins of one asset in and out', () => {
  expect(flowSeries(flows, undefined)).toEqual([
    {
      name: 'Bought',
      points: [
        [sec('2026-01-01'), 300],
        [sec('2026-02-01'), 50],
      ],
    },
  ])
  expect(flowSeries(flows, 'bitcoin')).toEqual([
    { name: 'Bought', points: [[sec('2026-01-01'), 3]] },
    { name: 'Sold', points: [[sec('2026-01-01'), -5]] },
  ])
  expect(flowSeries(flows, 'sui')[0]?.points).toEqual([])
})

test('gain and supply: missing stays missing', () => {
  expect(gainPercent({ totalUsdValue: 150, totalCost: 100 })).toBe(50)
  expect(gainPercent({ totalUsdValue: 150, totalCost: null })).toBeNull()
  expect(
    supplyTexts({
      holdings: {
        solana: { supplyPercentage: 0.1 },
        bitcoin: { supplyPercentage: 0.446 },
        sui: { supplyPercentage: null },
      },
    }),
  ).toEqual(['bitcoin 0.45%', 'solana 0.10%'])
})

test('columns of a day: three share counts, three market caps, three premiums', () => {
  const stats = [
    [86_400, 10, 11, 12, 100, 110, 120, 1.5, 1.6, null],
    [172_800, 10, 11, 12, 200, 220, 240, 2, 2.2],
  ]
  expect(countedSeries(stats, 'shares')[2]?.points).toEqual([
    [86_400, 12],
    [172_800, 12],
  ])
  expect(countedSeries(stats, 'mcap')[0]).toEqual({
    name: 'Realized',
    points: [
      [86_400, 100],
      [172_800, 200],
    ],
  })
  expect(countedSeries(stats, 'premium')[2]?.points).toEqual([
    [86_400, null],
    [172_800, null],
  ])
})

test('figures that come as text', () => {
  expect([numberOf('15473.0182'), numberOf(null), numberOf('')]).toEqual([15473.0182, null, null])
})
