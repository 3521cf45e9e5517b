import { expect, test } from 'vitest'
import { mapInSlices, TimeSlice } from './time-slice.ts'

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

test('behavior: a long list is worked through in its order, with other work in between', async () => {
  const order: (number | string)[] = []
  setImmediate(() => order.push('other work'))
  const doubled = await mapInSlices([1, 2, 3], (item) => {
    const untilMs = performance.now() + 15
    while (performance.now() < untilMs);
    order.push(item)
    return item * 2
  })
  expect(doubled).toEqual([2, 4, 6])
  expect(order).toEqual([1, 'other work', 2, 3])
})
