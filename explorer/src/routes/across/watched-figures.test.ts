import { expect, test } from 'vitest'
import {
  chainFigures,
  coinFigures,
  percent,
  poolFigures,
  protocolFigures,
  stablecoinFigures,
} from './watched-figures.ts'

test('figures of each kind, by the id of the list', () => {
  expect(protocolFigures([{ slug: 'a', tvl: 5, change_1d: 1, change_7d: null }]).get('a')).toEqual({
    figure: 'TVL',
    value: 5,
    day: 1,
    week: null,
  })
  // 110 after 100 the day before; no point of a week ago.
  expect(chainFigures([{ name: 'Base', tvl: 110, spark: [100, 110] }]).get('Base')).toEqual({
    figure: 'TVL',
    value: 110,
    day: expect.closeTo(10, 9),
    week: null,
  })
  expect(
    stablecoinFigures({
      peggedAssets: [
        {
          id: '1',
          circulating: { peggedUSD: 6, peggedEUR: 6 },
          circulatingPrevDay: { peggedUSD: 10 },
          circulatingPrevWeek: {},
        },
      ],
    }).get('1'),
  ).toEqual({ figure: 'supply', value: 12, day: expect.closeTo(20, 9), week: null })
  expect(
    poolFigures({ data: [{ pool: 'p', apy: 3, apyPct1D: 0.5, apyPct7D: null }] }).get('p'),
  ).toEqual({
    figure: 'APY %',
    value: 3,
    day: 0.5,
    week: null,
  })
  expect(
    coinFigures(
      { coins: { x: { symbol: 'X', price: 2, change: 1 } } },
      { coins: { x: { symbol: 'X', price: 2, change: -4 } } },
    ).get('x'),
  ).toEqual({ figure: 'price', value: 2, day: 1, week: -4 })
})

test('a change from nothing is not known', () => {
  expect([percent(5, 0), percent(5, null), percent(undefined, 5)]).toEqual([null, null, null])
})
