import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { LoopLag } from './loop-lag.ts'

describe('sustained lag', () => {
  const after = (...samplesMs: number[]) => {
    const lag = new LoopLag()
    for (const sample of samplesMs) lag.add(sample)
    return lag.sustainedMs
  }

  test.each([
    ['nothing measured yet', [], 0],
    ['one long task', [20, 20, 20, 20, 13_000], 20],
    ['two long tasks in a row', [20, 20, 20, 2_000, 3_000], 20],
    ['four seconds are not five', [2_000, 2_000, 2_000, 2_000], 0],
    ['five seconds', [2_000, 1_500, 4_000, 1_200, 3_000], 1_200],
    ['it ends with the first good second', [2_000, 1_500, 4_000, 1_200, 3_000, 25], 25],
  ])('behavior: %s', (_, samplesMs, sustainedMs) => {
    expect(after(...samplesMs)).toBe(sustainedMs)
  })
})

test('behavior: a task that holds the loop for over a second is not sustained lag', async () => {
  const lag = new LoopLag()
  lag.start()
  await sleep(50)
  const untilMs = performance.now() + 1_500
  while (performance.now() < untilMs);
  await sleep(1_200)
  expect(lag.sustainedMs).toBeLessThan(1_000)
  lag.stop()
})
