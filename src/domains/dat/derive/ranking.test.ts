import { expect, test } from 'vitest'
import { rankByValue } from './ranking.ts'

test('default: largest value first, ties by id, unknown values last, 0 before them', () => {
  const all = [
    { id: 5, totalUsdValue: null },
    { id: 4, totalUsdValue: 10 },
    { id: 3, totalUsdValue: 0 },
    { id: 2, totalUsdValue: 10 },
    { id: 1, totalUsdValue: null },
    { id: 6, totalUsdValue: 99 },
  ]
  expect(rankByValue(all).map(({ id }) => id)).toEqual([6, 2, 4, 3, 1, 5])
  expect(rankByValue([])).toEqual([])
})
