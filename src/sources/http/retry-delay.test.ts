import { expect, test } from 'vitest'
import { parseRetryAfterMs, retryDelayMs } from './retry-delay.ts'

test('default: the rest doubles with every failure and is cut between half and all of it by chance', () => {
  expect(retryDelayMs(1, 0)).toBe(250)
  expect(retryDelayMs(1, 1)).toBe(500)
  // 500 ms doubled three times.
  expect(retryDelayMs(4, 1)).toBe(4_000)
  expect(retryDelayMs(4, 0.5)).toBe(3_000)
})

test('behavior: it is never longer than a minute, unless the node asked for more', () => {
  expect(retryDelayMs(500, 1)).toBe(60_000)
  expect(retryDelayMs(1, 0, 90_000)).toBe(90_000)
  expect(retryDelayMs(1, 0, 86_400_000)).toBe(600_000)
})

test('behavior: Retry-After is read as seconds or as a date', () => {
  const nowMs = Date.parse('Wed, 21 Oct 2015 07:28:00 GMT')
  expect(parseRetryAfterMs('7', nowMs)).toBe(7_000)
  expect(parseRetryAfterMs('Wed, 21 Oct 2015 07:28:30 GMT', nowMs)).toBe(30_000)
  expect(parseRetryAfterMs('Wed, 21 Oct 2015 07:27:30 GMT', nowMs)).toBe(0)
  expect(parseRetryAfterMs('soon', nowMs)).toBeUndefined()
  expect(parseRetryAfterMs(null, nowMs)).toBeUndefined()
})
