import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OutageLog } from './outage-log.ts'

let lines: Record<string, unknown>[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const said = () => lines.map(({ msg, failures, err, job }) => ({ msg, failures, err, job }))
const failing = (message: string) =>
  expect.objectContaining({ type: 'Error', message, stack: expect.any(String) })

test('default: 3 minutes of failures are five lines', () => {
  const outage = new OutageLog(log, 'job failed')
  // 1,800 failures: at 0 s, 0.1 s, … 179.9 s.
  for (let failure = 0; failure < 1_800; failure++) {
    outage.failed(new Error(`no engine ${failure}`), { job: failure })
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(600_000)
  expect(said()).toEqual([
    { msg: 'job failed', err: failing('no engine 0'), job: 0 },
    // The first one has its own line; those of 60.0 s to 119.9 s are 600.
    { msg: 'job failed, again', failures: 599, err: failing('no engine 599'), job: 599 },
    { msg: 'job failed, again', failures: 600, err: failing('no engine 1199'), job: 1_199 },
    { msg: 'job failed, again', failures: 600, err: failing('no engine 1799'), job: 1_799 },
    { msg: 'job failed: over, none in the last minute', failures: 1_800 },
  ])
})

test('behavior: a failure after the end begins anew', () => {
  const outage = new OutageLog(log, 'job failed')
  outage.failed(new Error('first'))
  vi.advanceTimersByTime(60_000)
  outage.failed(new Error('second'))
  vi.advanceTimersByTime(60_000)
  expect(said().map(({ msg, failures }) => [msg, failures])).toEqual([
    ['job failed', undefined],
    ['job failed: over, none in the last minute', 1],
    ['job failed', undefined],
    ['job failed: over, none in the last minute', 1],
  ])
})

test('behavior: closed, it says no more', () => {
  const outage = new OutageLog(log, 'job failed')
  outage.failed(new Error('first'))
  outage.close()
  vi.advanceTimersByTime(600_000)
  expect(lines.length).toBe(1)
})

test('behavior: where retries are minutes apart, a minute without one is not the end', () => {
  const outage = new OutageLog(log, 'node', 5)
  outage.failed(new Error('first'))
  vi.advanceTimersByTime(240_000)
  outage.failed(new Error('second'))
  vi.advanceTimersByTime(600_000)
  // The second is summed up at minute 5; minutes 6 to 10 have none.
  expect(said().map(({ msg, failures }) => [msg, failures])).toEqual([
    ['node', undefined],
    ['node, again', 1],
    ['node: over, none in the last 5 minutes', 2],
  ])
})
