import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { at } from '../../lib/at.ts'
import { WorkQueue } from './work-queue.ts'

/** Work that ends when told to, and the order in which it was begun. */
function bench(limits: { workers: number; workersPerCaller: number; maxWaiting: number }) {
  let nowMs = 0
  const queue = new WorkQueue(limits, () => nowMs)
  const started: string[] = []
  const results: string[] = []
  const endings = new Map<string, () => void>()
  const ask = (caller: string, name: string) => {
    queue
      .run(caller, () => {
        started.push(name)
        const { promise, resolve } = Promise.withResolvers<string>()
        endings.set(name, () => resolve(name))
        return promise
      })
      .then(
        (done) => results.push(done),
        (error: { code: string }) => results.push(`${name} ${error.code}`),
      )
  }
  const end = async (name: string) => {
    endings.get(name)?.()
    await turn()
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { ask, end, pass, started, results, close: () => queue.close() }
}

describe('turns', () => {
  test('default: work begins at once while workers are free', async () => {
    const { ask, end, started, results } = bench({ workers: 2, workersPerCaller: 2, maxWaiting: 9 })
    ask('a', 'a1')
    ask('a', 'a2')
    ask('a', 'a3')
    expect(started).toEqual(['a1', 'a2'])
    await end('a2')
    expect([started, results]).toEqual([['a1', 'a2', 'a3'], ['a2']])
  })

  test('behavior: callers are served in rotation, however many requests each of them has', async () => {
    const { ask, end, started } = bench({ workers: 1, workersPerCaller: 1, maxWaiting: 99 })
    for (let index = 1; index <= 5; index++) ask('greedy', `g${index}`)
    ask('modest', 'm1')
    ask('other', 'o1')
    ask('modest', 'm2')
    for (let index = 0; index < 8; index++) await end(at(started, index))
    expect(started).toEqual(['g1', 'g2', 'm1', 'o1', 'g3', 'm2', 'g4', 'g5'])
  })

  test('behavior: one caller never has all workers, so that another begins at once', async () => {
    const { ask, end, started } = bench({ workers: 4, workersPerCaller: 2, maxWaiting: 99 })
    for (let index = 1; index <= 6; index++) ask('greedy', `g${index}`)
    ask('modest', 'm1')
    expect(started).toEqual(['g1', 'g2', 'm1'])
    await end('m1')
    expect(started, 'a free worker does not change that').toEqual(['g1', 'g2', 'm1'])
    await end('g1')
    expect(started).toEqual(['g1', 'g2', 'm1', 'g3'])
  })

  test('error: work that fails frees its worker', async () => {
    const queue = new WorkQueue({ workers: 1, workersPerCaller: 1, maxWaiting: 1 })
    const failing = queue.run('a', () => Promise.reject(new Error('no engine')))
    const next = queue.run('b', async () => 'made')
    await expect(failing).rejects.toThrow('no engine')
    expect(await next).toBe('made')
  })
})

describe('when too many wait', () => {
  test('error: a caller with most of them is refused', async () => {
    const { ask, results } = bench({ workers: 1, workersPerCaller: 1, maxWaiting: 2 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name)
    await turn()
    expect(results).toEqual(['a4 overloaded'])
  })

  test('behavior: another caller takes the place of the newest request of the one with most', async () => {
    const { ask, end, started, results } = bench({ workers: 1, workersPerCaller: 1, maxWaiting: 3 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name)
    ask('b', 'b1')
    await turn()
    expect(results).toEqual(['a4 overloaded'])
    for (let index = 0; index < 4; index++) await end(at(started, index))
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
    expect(results).toEqual(['a4 overloaded', 'a1', 'a2', 'b1', 'a3'])
  })
})

describe('closing', () => {
  test('behavior: what runs is waited for, what waits is refused, and nothing begins', async () => {
    const { ask, close, end, started, results } = bench({
      workers: 1,
      workersPerCaller: 1,
      maxWaiting: 9,
    })
    ask('a', 'a1')
    ask('a', 'a2')
    const closing = close().then(() => results.push('closed'))
    ask('b', 'b1')
    await turn()
    expect(results.toSorted()).toEqual(['a2 overloaded', 'b1 overloaded'])
    await end('a1')
    await closing
    expect([started, results.slice(2)]).toEqual([['a1'], ['a1', 'closed']])
  })

  test('behavior: it ends at once when nothing runs', async () => {
    const { close } = bench({ workers: 1, workersPerCaller: 1, maxWaiting: 9 })
    await expect(close()).resolves.toBeUndefined()
  })
})

describe('more work than can be done', () => {
  const LIMITS = { workers: 2, workersPerCaller: 1, maxWaiting: 99 }

  test('default: after two seconds without a free worker, who has waited longer than work takes is refused', async () => {
    const { ask, end, pass, started, results } = bench({ ...LIMITS, workers: 1 })
    for (const caller of ['a', 'b', 'c']) ask(caller, `${caller}1`)
    pass(1_000)
    // Not yet for two seconds: b has waited for one, and begins.
    await end('a1')
    ask('d', 'd1')
    pass(1_000)
    // Both took a second. c has waited for two, d for one.
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'd1'])
    expect(results).toEqual(['a1', 'b1', 'c1 overloaded'])
    ask('e', 'e1')
    pass(1_001)
    // An eighth of the millisecond that d took longer counts; e has waited for all of it.
    await end('d1')
    expect(results).toEqual(['a1', 'b1', 'c1 overloaded', 'd1', 'e1 overloaded'])
  })

  test('behavior: a worker that was free in between begins the two seconds anew', async () => {
    const { ask, end, pass, started } = bench(LIMITS)
    ask('a', 'a1')
    ask('b', 'b1')
    pass(3_000)
    await end('a1')
    for (const caller of ['c', 'd']) ask(caller, `${caller}1`)
    pass(1_900)
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'c1', 'd1'])
  })

  test('behavior: a caller with many requests waits for its own, and is not refused', async () => {
    const { ask, end, pass, started } = bench(LIMITS)
    for (const name of ['a1', 'a2', 'a3']) ask('a', name)
    pass(5_000)
    await end('a1')
    pass(5_000)
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'a3'])
  })
})
