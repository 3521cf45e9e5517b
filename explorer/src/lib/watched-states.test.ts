import { expect, test } from 'vitest'
import { watchedState } from './watched-states.ts'

const late = { state: 'late', atSec: 1, words: '', hold: null } as const
const states = new Map([['7', late]])

test('fresh is said only where lateness is known', () => {
  expect(watchedState({ states, knowsLate: true }, '7')).toBe(late)
  expect(watchedState({ states, knowsLate: true }, '8')).toBeNull()
  expect(watchedState({ states, knowsLate: false }, '8')).toBeUndefined()
  expect(watchedState({ states: null, knowsLate: true }, '7')).toBeUndefined()
})

test('ids of a list are those of the facts, or looked up', () => {
  const ids = new Map([['wren-lend', '7']])
  expect(watchedState({ states, knowsLate: true, ids }, 'wren-lend')).toBe(late)
  // What the list does not know is not called fresh.
  expect(watchedState({ states, knowsLate: true, ids }, 'parent')).toBeUndefined()
  expect(watchedState({ states, knowsLate: true, ids: null }, 'wren-lend')).toBeUndefined()
})
