import { expect, test } from 'vitest'
import { TimeSlice } from './time-slice.ts'

test('behavior: other work goes on after a slice', async () => {
  const slice = new TimeSlice()
  expect(slice.isOver).toBe(false)
  let didRun = false
  setImmediate(() => {
    didRun = true
  })
  const untilMs = performance.now() + 30
  while (performance.now() < untilMs);
  expect([slice.isOver, didRun]).toEqual([true, false])
  await slice.yield()
  expect([slice.isOver, didRun]).toEqual([false, true])
})
