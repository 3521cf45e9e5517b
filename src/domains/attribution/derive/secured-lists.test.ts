import { expect, test } from 'vitest'
import { securedLists } from './secured-lists.ts'

const NAMES = { protocol: (id: string) => `P${id}`, chain: (key: string) => key.toUpperCase() }

test('default: protocols and chains of each oracle, largest first; oracles by name', () => {
  const values = [
    { oracle: 'B', protocol: '1', chain: 'base', usd: 5 },
    { oracle: 'B', protocol: '1', chain: 'bsc', usd: 20 },
    { oracle: 'B', protocol: '2', chain: 'base', usd: 30 },
    { oracle: 'A', protocol: '2', chain: 'base', usd: 30 },
  ]
  // B on base: 5 + 30 = 35, on bsc: 20.
  expect(securedLists(values, NAMES)).toEqual({
    oracles: { A: ['P2'], B: ['P2', 'P1'] },
    chainsByOracle: { A: ['BASE'], B: ['BASE', 'BSC'] },
    oraclesTVS: { A: { P2: { BASE: 30 } }, B: { P2: { BASE: 30 }, P1: { BASE: 5, BSC: 20 } } },
  })
  expect(Object.keys(securedLists(values, NAMES).oracles)).toEqual(['A', 'B'])
})

test('behavior: a tie goes by name; protocols of one name are one', () => {
  const values = [
    { oracle: 'A', protocol: '2', chain: 'bsc', usd: 5 },
    { oracle: 'A', protocol: '1', chain: 'base', usd: 5 },
  ]
  expect(securedLists(values, NAMES)).toMatchObject({
    oracles: { A: ['P1', 'P2'] },
    chainsByOracle: { A: ['BASE', 'BSC'] },
  })
  expect(securedLists(values, { ...NAMES, protocol: () => 'Same' }).oraclesTVS).toEqual({
    A: { Same: { BSC: 5, BASE: 5 } },
  })
})

test('behavior: nothing secured', () => {
  expect(securedLists([], NAMES)).toEqual({ oracles: {}, chainsByOracle: {}, oraclesTVS: {} })
})
