import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

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
  const turns = new Turns(LIMITS)
  const first = turns.begin('a')
  expect(() => turns.begin('a')).toThrow(refusal('rate_limited'))
  turns.begin('b')
  expect(() => turns.begin('c')).toThrow(refusal('overloaded'))
  turns.end(first)
  turns.begin('c')
})

test('behavior: what cannot be stopped holds up its own caller, and others only up to twice the limit', () => {
  const turns = new Turns(LIMITS)
  for (const caller of ['a', 'b']) turns.begin(caller).isOverdue = true
  expect(() => turns.begin('a')).toThrow(refusal('rate_limited'))
  turns.begin('c')
  turns.begin('d').isOverdue = true
  expect(() => turns.begin('e')).toThrow(refusal('overloaded'))
})
