import { expect, test } from 'vitest'
import { marketFigures } from './market-figures.ts'

test('default: counts × price, over the value of the treasury', () => {
  // 100, 120, 200 shares at 3; over 150.
  expect(marketFigures([100, 120, 200], 3, 150)).toEqual({
    shares: [100, 120, 200],
    mcaps: [300, 360, 600],
    mNavs: [2, 2.4, 4],
  })
})

test('behavior: each is null on its own', () => {
  expect(marketFigures([100, Number.NaN, 200], 3, 0)).toEqual({
    shares: [100, null, 200],
    mcaps: [300, null, 600],
    mNavs: [null, null, null],
  })
  expect(marketFigures([100, 120, 200], null, 150)).toEqual({
    shares: [100, 120, 200],
    mcaps: [null, null, null],
    mNavs: [null, null, null],
  })
  expect(marketFigures([100, 120, 200], 3, Number.NaN).mNavs).toEqual([null, null, null])
})
