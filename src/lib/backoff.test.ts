import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

const MINUTES = { firstMs: 60_000, maxMs: 3_600_000 }

test('default: a minute, then twice as long each time, never more than an hour', () => {
  // 60 s × 2^5 is 32 min; × 2^6 would be 64 min.
  expect([1, 2, 3, 6, 7, 5_000].map((failures) => backoffMs(failures, MINUTES) / 60_000)).toEqual([
    1, 2, 4, 32, 60, 60,
  ])
})

test('behavior: the delay is spread between the two factors by chance, also when it is the longest', () => {
  const spread = { ...MINUTES, spread: [1, 1.25] } as const
  // 2 min, a quarter more at most: 120 s to 150 s, and 135 s in the middle.
  expect([0, 0.5, 1].map((chance) => backoffMs(2, spread, chance) / 1_000)).toEqual([120, 135, 150])
  expect(backoffMs(9, spread, 1)).toBe(4_500_000)
})
