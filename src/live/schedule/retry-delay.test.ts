import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

const delays = { firstMs: 60_000, maxMs: 3_600_000 }

test('default: a minute, then twice as long each time, never more than an hour', () => {
  // 60 s × 2^5 is 32 min; × 2^6 would be 64 min.
  expect([1, 2, 3, 6, 7, 5_000].map((failures) => retryDelayMs(failures, delays) / 60_000)).toEqual(
    [1, 2, 4, 32, 60, 60],
  )
})
