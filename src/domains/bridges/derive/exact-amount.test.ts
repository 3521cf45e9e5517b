import { expect, test } from 'vitest'
import { exactAmount } from './exact-amount.ts'

test.each([
  ['small amounts lie in the low half', '0', '17379331182', '17379331182'],
  ['nothing', '0', '0', '0'],
  // 2^128 = 340282366920938463463374607431768211456.
  ['the halves are put together', '1', '1', '340282366920938463463374607431768211457'],
  // Twice the largest number of 256 bits, 2 × (2^256 − 1): both halves are 2 × (2^128 − 1).
  [
    'a sum may be larger than any one amount',
    '680564733841876926926749214863536422910',
    '680564733841876926926749214863536422910',
    '231584178474632390847141970017375815706539969331281128078915168015826259279870',
  ],
])('default: %s', (_, high, low, expected) => {
  expect(exactAmount(high, low)).toBe(expected)
})
