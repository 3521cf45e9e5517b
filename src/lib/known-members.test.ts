import { expect, test } from 'vitest'
import { knownMembers } from './known-members.ts'

test('default: what is null is left out; 0, empty text and false are known', () => {
  expect(knownMembers({ a: null, b: 0, c: '', d: false, e: [] })).toEqual({
    b: 0,
    c: '',
    d: false,
    e: [],
  })
})
