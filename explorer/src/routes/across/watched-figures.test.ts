import { expect, test } from 'vitest'
import {
  chainFigures,
  coinFigures,
  poolFigures,
  protocolFigures,
  stablecoinFigures,
  watchedState,
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

const late = { state: 'late', atSec: 1, words: '', hold: null } as const
const states = new Map([['7', late]])

test('fresh is said only where lateness is known', () => {
  expect(watchedState({ states, knowsLate: true }, '7')).toBe(late)
  expect(watchedState({ states, knowsLate: true }, '8')).toBeNull()
  expect(watchedState({ states, knowsLate: false }, '8')).toBeUndefined()
  expect(watchedState({ states: null, knowsLate: true }, '7')).toBeUndefined()
})

test('ids of a list are those of the facts, or looked up', () => {
  const ids = new Map([['wren-lend', '7']])
  expect(watchedState({ states, knowsLate: true, ids }, 'wren-lend')).toBe(late)
  // What the list does not know is not called fresh.
  expect(watchedState({ states, knowsLate: true, ids }, 'parent')).toBeUndefined()
  expect(watchedState({ states, knowsLate: true, ids: null }, 'wren-lend')).toBeUndefined()
})
