import { expect, test } from 'vitest'
import { securedBy } from './secured-by.ts'

test('protocols of an oracle: chains added up, shares of what it secures', () => {
  const metrics = {
    oraclesTVS: { Plumb: { 'Wren Lend': { Base: 20, Sui: 40 }, Dune: { Base: 20 } } },
  }
  expect(securedBy(metrics, 'Plumb')).toEqual([
    { protocol: 'Wren Lend', chains: ['Base', 'Sui'], usd: 60, sharePercent: 75 },
    { protocol: 'Dune', chains: ['Base'], usd: 20, sharePercent: 25 },
  ])
  expect(securedBy(metrics, 'Sextant')).toEqual([])
})
