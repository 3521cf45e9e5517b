import { describe, expect, test } from 'vitest'
import type { Member } from './members.ts'
import { securedLists, securedValues } from './secured-lists.ts'

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

describe('secured values', () => {
  const link = (
    oracle: string,
    type: string,
    chain = 'all',
    fromSec = 0,
    untilSec: number | null = null,
  ) => ({
    oracle,
    type,
    chain,
    fromSec,
    untilSec,
  })

  function member(...oracleLinks: Member['oracleLinks']): Member {
    return {
      id: '1',
      isDead: false,
      category: 'Dexs',
      parts: [],
      originals: [],
      originalFamilies: [],
      oracleLinks,
    }
  }

  const ROWS = [
    { chain: 'base', section: 'tvl', usd: 40 },
    { chain: 'base', section: 'staking', usd: 900 },
    { chain: 'bsc', section: 'tvl', usd: 10 },
  ]

  test('default: each oracle’s share of the plain value on each chain', () => {
    expect(
      securedValues(
        member(link('A', 'Aggregator'), link('B', 'Aggregator'), link('C', 'Primary', 'bsc')),
        ROWS,
        100,
      ),
    ).toEqual([
      { oracle: 'A', protocol: '1', chain: 'base', usd: 20 },
      { oracle: 'B', protocol: '1', chain: 'base', usd: 20 },
      { oracle: 'A', protocol: '1', chain: 'bsc', usd: 5 },
      { oracle: 'B', protocol: '1', chain: 'bsc', usd: 5 },
      { oracle: 'C', protocol: '1', chain: 'bsc', usd: 10 },
    ])
  })

  test('behavior: only links that hold at the timestamp', () => {
    const links = [
      link('A', 'Primary', 'all', 0, 100),
      link('B', 'Primary', 'all', 100, 101),
      link('C', 'Primary', 'all', 101),
    ]
    expect(securedValues(member(...links), ROWS, 100).map(({ oracle }) => oracle)).toEqual([
      'B',
      'B',
    ])
  })

  test('behavior: no link or no record, nothing', () => {
    expect(securedValues(member(), ROWS, 100)).toEqual([])
    expect(securedValues(member(link('A', 'Primary')), [], 100)).toEqual([])
  })
})
