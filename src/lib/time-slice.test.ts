import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mapInSlices, TimeSlice } from './time-slice.ts'

let nowMs: number
beforeEach(() => {
  nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('behavior: other work goes on after a slice', async () => {
  const slice = new TimeSlice()
  expect(slice.isOver).toBe(false)
  let didRun = false
  setImmediate(() => {
    didRun = true
  })
  nowMs += 1
  expect([slice.isOver, didRun]).toEqual([true, false])
  await slice.yield()
  expect([slice.isOver, didRun]).toEqual([false, true])
})

test('behavior: a long list is worked through in its order, with other work in between', async () => {
  const order: (number | string)[] = []
  setImmediate(() => order.push('other work'))
  const doubled = await mapInSlices([1, 2, 3], (item) => {
    nowMs += 1
    order.push(item)
    return item * 2
  })
  expect(doubled).toEqual([2, 4, 6])
  expect(order).toEqual([1, 'other work', 2, 3])
})

test('behavior: several long computations share the iterations of the event loop', async () => {
  let turn = 0
  const count = () => {
    turn++
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  const turns: number[] = []
  const work = mapInSlices.bind(undefined, [1, 2, 3], () => {
    nowMs += 1
    turns.push(turn)
  })
  await Promise.all([work(), work(), work()])
  clearImmediate(immediate)
  // All begin at once; from then on each turn has one slice of one of them.
  expect(turns.slice(0, 3)).toEqual([0, 0, 0])
  expect(new Set(turns.slice(3)).size).toBe(6)
})
