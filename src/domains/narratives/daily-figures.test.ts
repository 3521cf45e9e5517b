import { expect, test } from 'vitest'
import { DailyFigures } from './daily-figures.ts'

const DAY = 86_400

test('default: figures by day and slot, NaN where there is none', () => {
  const figures = new DailyFigures(['a', 'b'], 0)
  figures.setPrice('a', 5 * DAY + 3_600, 1)
  figures.setPrice('b', 6 * DAY - 1, 9)
  figures.setPrice('b', 6 * DAY, 10)
  figures.setSupply('a', 6 * DAY + 1, 100)
  expect(figures.listDays()).toEqual([5, 6])
  expect(figures.find(5)?.prices).toEqual(new Float64Array([1, 9]))
  expect(figures.find(6)?.prices).toEqual(new Float64Array([Number.NaN, 10]))
  expect(figures.find(6)?.supplies).toEqual(new Float64Array([100, Number.NaN]))
  expect(figures.find(7)).toBeUndefined()
})

test('behavior: supplies before the first day stand apart', () => {
  const figures = new DailyFigures(['a', 'b'], 5)
  figures.setSupplyBefore('b', 7)
  expect(figures.suppliesBefore).toEqual(new Float64Array([Number.NaN, 7]))
  expect(figures.listDays()).toEqual([])
})

test('error: throws for a coin that is not among them', () => {
  expect(() => new DailyFigures(['a'], 0).slotOf('b')).toThrow('b is not among these figures.')
})
