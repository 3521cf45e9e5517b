import { expect, test } from 'vitest'
import { toCategorySlug, toLookupKey, toSlug } from './slug.ts'

test.each([
  ['Lido', 'lido'],
  ['Example Swap V3', 'example-swap-v3'],
  ["Trader Joe's", 'trader-joes'],
  ['Trader Joe’s', 'trader-joes'],
  ['Balancer  V2', 'balancer-v2'],
  [' Curve ', 'curve'],
  ['yearn.finance', 'yearn.finance'],
  ['Example (Treasury)', 'example-(treasury)'],
  ['re.al, Inc', 're.al,-inc'],
])('default: the slug of %j is %j', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
})

test.each([
  ['Liquid Staking', 'liquid-staking'],
  ['Real World Assets (RWA)', 'real-world-assets-rwa'],
  ['Payments, Cards', 'payments-cards'],
  ['Identity & Reputation', 'identity-&-reputation'],
])('behavior: the slug of the category %j is %j, without commas and parentheses', (name, slug) => {
  expect(toCategorySlug(name)).toBe(slug)
})

test.each(['OP Mainnet', 'op-mainnet', 'OP_MAINNET', 'opMainnet', ' op  mainnet '])(
  'behavior: %j is looked up as opmainnet',
  (text) => {
    expect(toLookupKey(text)).toBe('opmainnet')
  },
)

test.each([
  ['10', '10'],
  [' 10 ', '10'],
  ['1-0', '1-0'],
  ['-10', '-10'],
])('behavior: the number %j is looked up as %j: a dash would make it another one', (text, key) => {
  expect(toLookupKey(text)).toBe(key)
})
