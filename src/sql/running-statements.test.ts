import { expect, test } from 'vitest'
import { RunningStatements } from './limits.ts'

const LIMITS = {
  maxSec: 10,
  memoryMb: 100,
  maxRows: 10,
  maxBytes: 1_000,
  maxPerCaller: 1,
  maxConcurrent: 2,
}
const refusal = (code: string) => expect.objectContaining({ code, headers: { 'Retry-After': '5' } })

test('default: one statement of a caller, two of all', () => {
  const running = new RunningStatements(LIMITS)
  const first = running.begin('a')
  expect(() => running.begin('a')).toThrow(refusal('rate_limited'))
  running.begin('b')
  expect(() => running.begin('c')).toThrow(refusal('overloaded'))
  running.end(first)
  running.begin('c')
})

test('behavior: what cannot be stopped holds up its own caller, and others only up to twice the limit', () => {
  const running = new RunningStatements(LIMITS)
  for (const caller of ['a', 'b']) running.begin(caller).isOverdue = true
  expect(() => running.begin('a')).toThrow(refusal('rate_limited'))
  running.begin('c')
  running.begin('d').isOverdue = true
  expect(() => running.begin('e')).toThrow(refusal('overloaded'))
})
