import { expect, test } from 'vitest'
import { DAY_SEC } from '../../lib/writing.ts'
import { oracleRows, securedBy } from './oracle-rows.ts'

test('an oracle with what it secures; missing stays missing', () => {
  const rows = oracleRows({
    chart: {
      '0': { Plumb: { tvl: 50 } },
      [String(30 * DAY_SEC)]: { Plumb: { tvl: 60 }, Fathom: { tvl: 7 } },
    },
    oracles: { Plumb: ['Wren Lend', 'Dune Lend'], Fathom: ['Dune Lend'], Sextant: [] },
    chainsByOracle: { Plumb: ['Base'] },
    totalValueSecured: { Plumb: 60, Fathom: 0 },
    dominance: { Plumb: 100, Fathom: 0 },
  })
  expect(rows).toEqual([
    {
      name: 'Plumb',
      protocols: ['Wren Lend', 'Dune Lend'],
      chains: ['Base'],
      securedUsd: 60,
      sharePercent: 100,
      monthChange: expect.closeTo(20),
    },
    {
      name: 'Fathom',
      protocols: ['Dune Lend'],
      chains: [],
      securedUsd: 0,
      sharePercent: 0,
      monthChange: null,
    },
    {
      name: 'Sextant',
      protocols: [],
      chains: [],
      securedUsd: null,
      sharePercent: null,
      monthChange: null,
    },
  ])
})

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
