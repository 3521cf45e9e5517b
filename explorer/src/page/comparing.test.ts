import { expect, test } from 'vitest'
import { comparedAs, rememberCompared, withCompared } from './comparing.ts'

test.each([
  ['/protocols/wren-lend', 'tvl:wren-lend'],
  ['/chains/OP%20Mainnet?range=1y', 'chain:OP Mainnet'],
  ['/coins/base%3A0xaa', 'price:base:0xaa'],
  ['/yields/7f3c', 'apy:7f3c'],
  ['/stablecoins/1', 'supply:1'],
  ['/categories/Liquid%20Staking', 'category:Liquid Staking'],
  ['/pre-ipo/northwind', 'valuation:northwind'],
  ['/yields/borrow', null],
  ['/bridges/day?day=2026-01-01', null],
  ['/equities/US/BRK.B', 'stock:US/BRK.B'],
  ['/equities/sectors/energy', null],
  ['/protocols', null],
  ['/hacks/x', null],
  ['/', null],
])('%s is compared as %s', (page, series) => {
  expect(comparedAs(page)).toBe(series)
})

test('what is compared already stays, once', () => {
  rememberCompared(['tvl:a', 'tvl:b'])
  expect(withCompared(['tvl:b', 'chain:x,y'])).toBe('tvl:a,tvl:b,chain:x%2Cy')
  rememberCompared([])
  expect(withCompared(['tvl:b'])).toBe('tvl:b')
})
