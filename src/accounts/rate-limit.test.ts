import { expect, test } from 'vitest'
import { RateLimiter, SharedRateLimiter } from './rate-limit.ts'

const T0 = Date.parse('2026-03-10T12:00:30Z')

test('default', () => {
  const limiter = new RateLimiter()
  expect(limiter.take('a', 3, T0)).toEqual({ allowed: true, limit: 3, remaining: 2, resetSec: 60 })
  expect(limiter.take('a', 3, T0 + 1)).toEqual({
    allowed: true,
    limit: 3,
    remaining: 1,
    resetSec: 60,
  })
  expect(limiter.take('a', 3, T0 + 10_000)).toEqual({
    allowed: true,
    limit: 3,
    remaining: 0,
    resetSec: 50,
  })
  expect(limiter.take('a', 3, T0 + 59_999)).toEqual({
    allowed: false,
    limit: 3,
    remaining: 0,
    resetSec: 1,
  })
  expect(limiter.take('a', 3, T0 + 60_000)).toEqual({
    allowed: true,
    limit: 3,
    remaining: 2,
    resetSec: 60,
  })
})

test('behavior: buckets do not touch each other', () => {
  const limiter = new RateLimiter()
  expect(limiter.take('a', 1, T0).allowed).toBe(true)
  expect(limiter.take('b', 1, T0).allowed).toBe(true)
  expect(limiter.take('a', 1, T0).allowed).toBe(false)
})

test('behavior: a window holds for its whole minute whenever it began', () => {
  const limiter = new RateLimiter()
  limiter.take('other', 1, T0)
  for (const startMs of [T0 + 1, T0 + 59_999, T0 + 130_000, T0 + 191_000]) {
    const bucket = `from ${startMs}`
    expect(limiter.take(bucket, 1, startMs).allowed).toBe(true)
    for (const laterMs of [1, 30_000, 59_999])
      expect(limiter.take(bucket, 1, startMs + laterMs).allowed).toBe(false)
    expect(limiter.take(bucket, 1, startMs + 60_000).allowed).toBe(true)
  }
})

test('behavior: a limit of zero allows nothing', () => {
  expect(new RateLimiter().take('a', 0, T0)).toEqual({
    allowed: false,
    limit: 0,
    remaining: 0,
    resetSec: 60,
  })
})

test('behavior: a clock set back does not lock anyone out', () => {
  const limiter = new RateLimiter()
  limiter.take('a', 1, T0)
  expect(limiter.take('a', 1, T0 - 3_600_000)).toEqual({
    allowed: true,
    limit: 1,
    remaining: 0,
    resetSec: 60,
  })
})

test('behavior: more buckets than it may hold make it forget the oldest, not the newest', () => {
  const limiter = new RateLimiter({ maxBuckets: 4 })
  for (const bucket of ['a', 'b', 'c', 'd', 'e']) limiter.take(bucket, 1, T0)
  expect(limiter.take('e', 1, T0 + 1).allowed).toBe(false)
  expect(limiter.take('d', 1, T0 + 1).allowed).toBe(false)
  expect(limiter.take('a', 1, T0 + 1).allowed).toBe(true)
})

test('behavior: processes that tell each other what they let in have one limit', () => {
  const [first, second] = [new SharedRateLimiter(), new SharedRateLimiter()]
  for (let request = 0; request < 3; request++) first.take('a', 5, T0)
  second.take('a', 5, T0 + 100)
  const [ofFirst, ofSecond] = [first.drain(), second.drain()]
  expect(ofFirst).toEqual([{ bucket: 'a', startMs: T0, count: 3 }])
  first.add(ofSecond, T0 + 150)
  second.add(ofFirst, T0 + 150)
  // Five are allowed and four were taken; the minute began with the first of them.
  expect(second.take('a', 5, T0 + 200)).toEqual({
    allowed: true,
    limit: 5,
    remaining: 0,
    resetSec: 60,
  })
  expect(second.drain()).toEqual([{ bucket: 'a', startMs: T0, count: 1 }])
  expect(second.take('a', 5, T0 + 59_999).allowed).toBe(false)
  expect(second.drain()).toEqual([])
  expect(second.take('a', 5, T0 + 60_000).allowed).toBe(true)
  expect(second.take('b', 5, T0 + 60_000).remaining).toBe(4)
})

test('behavior: a process that begins is told of all windows that have not ended', () => {
  const [old, fresh] = [new SharedRateLimiter(), new SharedRateLimiter()]
  old.take('ended', 1, T0)
  old.take('a', 2, T0 + 30_000)
  old.add([{ bucket: 'a', startMs: T0 + 30_000, count: 1 }], T0 + 30_001)
  const known = old.list(T0 + 60_000)
  expect(known).toEqual([{ bucket: 'a', startMs: T0 + 30_000, count: 2 }])
  fresh.add(known, T0 + 60_000)
  expect(fresh.take('a', 2, T0 + 60_001).allowed).toBe(false)
  expect(fresh.take('ended', 1, T0 + 60_001).allowed).toBe(true)
})

test('behavior: what is said of a window that has ended counts for nothing', () => {
  const limiter = new SharedRateLimiter()
  limiter.add([{ bucket: 'a', startMs: T0, count: 9 }], T0 + 60_000)
  expect(limiter.take('a', 1, T0 + 60_000).allowed).toBe(true)
})
