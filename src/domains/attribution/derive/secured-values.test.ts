import { expect, test } from 'vitest'
import type { Member } from './members.ts'
import { securedValues } from './secured-values.ts'

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

test('behavior: only links that hold at the moment', () => {
  const links = [
    link('A', 'Primary', 'all', 0, 100),
    link('B', 'Primary', 'all', 100, 101),
    link('C', 'Primary', 'all', 101),
  ]
  expect(securedValues(member(...links), ROWS, 100).map(({ oracle }) => oracle)).toEqual(['B', 'B'])
})

test('behavior: no link or no record, nothing', () => {
  expect(securedValues(member(), ROWS, 100)).toEqual([])
  expect(securedValues(member(link('A', 'Primary')), [], 100)).toEqual([])
})
