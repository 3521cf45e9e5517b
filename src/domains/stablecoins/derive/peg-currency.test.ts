import { expect, test } from 'vitest'
import { pegCurrency } from './peg-currency.ts'

test.each([
  ['peggedUSD', 'USD'],
  ['peggedEUR', 'EUR'],
  ['peggedXAU', 'XAU'],
  ['peggedREAL', 'BRL'],
  ['peggedVAR', undefined],
  ['pegged', undefined],
  ['USD', undefined],
  ['', undefined],
])('default: %s follows %s', (pegType, currency) => {
  expect(pegCurrency(pegType)).toBe(currency)
})
