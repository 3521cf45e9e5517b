import { expect, test } from 'vitest'
import { splitHeaders, WithHeaders } from './with-headers.ts'

test('default: a value without headers', () => {
  expect(splitHeaders([1])).toEqual({ value: [1], headers: [] })
})

test('behavior: headers are a flat list', () => {
  const made = new WithHeaders({ a: 1 }, { 'X-Has-More': 'true', 'X-Total-Matches': '7' })
  expect(splitHeaders(made)).toEqual({
    value: { a: 1 },
    headers: ['X-Has-More', 'true', 'X-Total-Matches', '7'],
  })
})
