import { expect, test } from 'vitest'
import { restartDelayMs } from './worker-pool.ts'

test('default: each early end doubles the wait, up to half a minute', () => {
  const delays: number[] = []
  let failures = 0
  for (let end = 0; end < 9; end++) {
    const next = restartDelayMs(failures, 1_000)
    failures = next.failures
    delays.push(next.delayMs)
  }
  expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('behavior: a worker that lived for a minute is started again at once', () => {
  expect(restartDelayMs(7, 60_000)).toEqual({ failures: 1, delayMs: 250 })
})
