import { expect, test } from 'vitest'
import { plainDecimal } from './records.ts'

test.each([
  [120, '120'],
  [0, '0'],
  [0.1, '0.1'],
  [87_942.5908, '87942.5908'],
  [1e-7, '0.0000001'],
  [1.5e21, '1500000000000000000000'],
  [null, null],
])('default: %j is written %j', (value, text) => {
  expect(plainDecimal(value)).toBe(text)
})
