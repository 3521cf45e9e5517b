import { expect, test } from 'vitest'
import { circulatingUnits } from './circulating.ts'

test.each([
  // minted + bridged in − unreleased − bridged out.
  ['default: 1,000 + 200 − 100 − 300', 1_000, 200, 100, 300, 800],
  ['behavior: only minted', 500, 0, 0, 0, 500],
  ['behavior: only bridged in', 0, 70, 0, 0, 70],
  ['behavior: all of it went to other chains', 300, 0, 0, 300, 0],
  ['behavior: nothing at all is 0', 0, 0, 0, 0, 0],
  ['behavior: what is less than a millionth is 0', 0.0000009, 0, 0, 0, 0],
  ['behavior: a millionth is there', 0.000001, 0, 0, 0, 0.000001],
  // 0.1 + 0.2 − 0.3 is 5.6e-17 in floating point.
  ['behavior: what rounding leaves is 0', 0.1, 0.2, 0, 0.3, 0],
  // A tenth of a unit too little in a hundred billion is what the last digits of such figures are
  // worth.
  ['behavior: so it is below nothing', 100_000_000_000, 0, 0, 100_000_000_000.05, 0],
])('%s', (_, minted, bridgedIn, unreleased, bridgedOut, expected) => {
  expect(circulatingUnits(minted, bridgedIn, unreleased, bridgedOut)).toBe(expected)
})

test.each([
  ['more left than was there', 100, 0, 0, 101],
  ['more is unreleased than was minted', 100, 20, 121, 0],
  ['a little is too much', 0, 0, 0, 0.00001],
])('behavior: no figure when %s', (_, minted, bridgedIn, unreleased, bridgedOut) => {
  expect(circulatingUnits(minted, bridgedIn, unreleased, bridgedOut)).toBeNaN()
})
