import { expect, test } from 'vitest'
import { packTaken, parseTaken } from './taken-message.ts'

const NOW_MS = Date.parse('2026-03-10T12:00:30Z')

test('default: another machine counts from its own clock back', () => {
  const taken = [{ bucket: 'ip 192.0.2.1', startMs: NOW_MS - 400, count: 3 }]
  const [message = ''] = packTaken(taken, { sender: 'a', nowMs: NOW_MS })
  expect(message).toBe('["a",["ip 192.0.2.1",400,3]]')
  // Its clock is ten minutes ahead.
  const there = { sender: 'b', nowMs: NOW_MS + 600_000 }
  expect(parseTaken(message, there)).toEqual([
    { bucket: 'ip 192.0.2.1', startMs: NOW_MS + 599_600, count: 3 },
  ])
  expect(parseTaken(message, { ...there, sender: 'a' })).toEqual([])
})

test('behavior: messages are shorter than PostgreSQL allows, and those who called most come first', () => {
  const taken = Array.from({ length: 20_000 }, (_, index) => ({
    bucket: `key ${String(index).padStart(36, '0')}`,
    startMs: NOW_MS,
    count: index + 1,
  }))
  const messages = packTaken(taken, { sender: 'a', nowMs: NOW_MS })
  expect(messages).toHaveLength(32)
  expect(Math.max(...messages.map((message) => Buffer.byteLength(message)))).toBeLessThan(8_000)
  const read = messages.flatMap((message) => parseTaken(message, { sender: 'b', nowMs: NOW_MS }))
  // In order and without a gap: 20,000, 19,999, …
  expect(read.map(({ count }) => count)).toEqual(read.map((_, index) => 20_000 - index))
  expect(read.length).toBeGreaterThan(4_000)
})

test('error: what has another form counts for nothing', () => {
  const there = { sender: 'b', nowMs: NOW_MS }
  const wrong = ['', '{}', '3', '["a"', '[1,["x",0,1]]', '["a",["x",-1,1],["x",0,0],["x",0,1.5],3]']
  for (const message of wrong) expect(parseTaken(message, there), message).toEqual([])
})
