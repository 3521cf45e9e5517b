import { expect, test } from 'vitest'
import { DailyFigures } from './daily-figures.ts'

const DAY = 86_400
const HOUR = 3_600
const pricesOf = (figures: DailyFigures, day: number) => [...(figures.find(day)?.prices ?? [])]
const suppliesOf = (figures: DailyFigures, day: number) => [...(figures.find(day)?.supplies ?? [])]

test('default: the first record of a day, whatever the order they come in', () => {
  const figures = new DailyFigures(['a', 'b'], 0)
  figures.setPrice('a', 5 * DAY + 3 * HOUR, 3)
  figures.setPrice('a', 5 * DAY + HOUR, 1)
  figures.setPrice('a', 5 * DAY + 2 * HOUR, 2)
  figures.setPrice('b', 6 * DAY - 1, 9)
  figures.setPrice('b', 6 * DAY, 10)
  figures.setSupply('a', 6 * DAY + 1, 100)
  expect([pricesOf(figures, 5), pricesOf(figures, 6), suppliesOf(figures, 6)]).toEqual([
    [1, 9],
    [Number.NaN, 10],
    [100, Number.NaN],
  ])
  expect(figures.find(7)).toBeUndefined()
  expect([figures.listDays(), figures.dayCount]).toEqual([[5, 6], 2])
})

test('behavior: a record of the same moment is a correction', () => {
  const figures = new DailyFigures(['a'], 0)
  figures.setPrice('a', 5 * DAY, 1)
  figures.setPrice('a', 5 * DAY, 2)
  expect(pricesOf(figures, 5)).toEqual([2])
})

test('behavior: other coins, and prices before the first day, are left out', () => {
  const figures = new DailyFigures(['a'], 5)
  figures.setPrice('a', 5 * DAY - 1, 1)
  figures.setPrice('nobody', 5 * DAY, 1)
  figures.setSupply('nobody', 5 * DAY, 1)
  expect(figures.listDays()).toEqual([])
  expect([figures.slotOf('a'), figures.slotOf('nobody')]).toEqual([0, -1])
})

test('behavior: of the supplies before the first day, the first record of the last day holds', () => {
  const figures = new DailyFigures(['a', 'b'], 5)
  figures.setSupply('a', 3 * DAY, 30)
  figures.setSupply('a', 4 * DAY + 2 * HOUR, 42)
  figures.setSupply('a', 4 * DAY + HOUR, 41)
  figures.setSupply('a', 4 * DAY + 3 * HOUR, 43)
  figures.setSupply('a', 2 * DAY, 20)
  figures.setSupply('a', 4 * DAY + HOUR, 41.5)
  expect([...figures.suppliesBefore]).toEqual([41.5, Number.NaN])
})

test('behavior: a copy can change without changing what it was copied from', () => {
  const figures = new DailyFigures(['a', 'b'], 5)
  figures.setPrice('a', 5 * DAY, 1)
  figures.setSupply('a', 4 * DAY, 10)
  const copy = figures.copy()
  copy.setPrice('b', 5 * DAY, 2)
  copy.setPrice('a', 6 * DAY, 3)
  copy.setSupply('a', 4 * DAY, 11)
  expect([pricesOf(figures, 5), figures.listDays(), figures.suppliesBefore[0]]).toEqual([
    [1, Number.NaN],
    [5],
    10,
  ])
  expect([pricesOf(copy, 5), pricesOf(copy, 6), copy.suppliesBefore[0]]).toEqual([
    [1, 2],
    [3, Number.NaN],
    11,
  ])
})
