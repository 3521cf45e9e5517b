import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

test.each([
  ['bytes=0-9', { fromByte: 0, toByte: 9 }],
  ['bytes=90-', { fromByte: 90, toByte: 99 }],
  ['bytes=90-500', { fromByte: 90, toByte: 99 }],
  ['bytes=-10', { fromByte: 90, toByte: 99 }],
  ['bytes=-500', { fromByte: 0, toByte: 99 }],
  ['bytes=99-99', { fromByte: 99, toByte: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
])('default: %j of 100 bytes is %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})
