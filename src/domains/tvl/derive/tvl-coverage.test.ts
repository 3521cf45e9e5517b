import { expect, test } from 'vitest'
import { Registry } from '../../registry/registry.ts'
import { protocolRow } from '../facts-for-tests.ts'
import { tvlCoverage } from './tvl-coverage.ts'

const DAY = 86_400
const NOON = 1_768_392_000

const row = (chain: string, usd: number, isCarried = false, section = 'tvl') => ({
  chain,
  section,
  usd,
  isCarried,
})

const registry = new Registry([
  protocolRow({ id: '1', name: 'A' }),
  protocolRow({ id: '2', name: 'B' }),
  protocolRow({ id: '3', name: 'Old' }),
  protocolRow({ id: '4', name: 'Dead', deadFromSec: NOON - DAY }),
  protocolRow({ id: '5', name: 'Never Measured' }),
])
const newest = new Map([
  [
    '1',
    {
      newestSec: NOON,
      rows: [row('ethereum', 600), row('base', 50), row('base', 9_000, true, 'staking')],
    },
  ],
  ['2', { newestSec: NOON - DAY, rows: [row('ethereum', 100), row('base', 150, true)] }],
  ['3', { newestSec: NOON - DAY - 1, rows: [row('ethereum', 300), row('tron', 10)] }],
  ['4', { newestSec: NOON - 9 * DAY, rows: [row('ethereum', 5_000), row('bsc', 5)] }],
])

test.each([
  // Fresh and good 600 + 50 + 100 of 600 + 50 + 100 + 150 + 300 + 10.
  ['default: the plain values of all', ['1', '2', '3', '4', '5'], undefined, 750 / 1_210],
  // 600 + 100 of 600 + 100 + 300.
  ['behavior: on one chain', ['1', '2', '3', '4', '5'], 'ethereum', 700 / 1_000],
  // 50 of 50 + 150.
  [
    'behavior: a row that is carried does not count as read',
    ['1', '2', '3', '4', '5'],
    'base',
    50 / 200,
  ],
  ['behavior: a chain that nobody read for more than a day', ['1', '2', '3', '4', '5'], 'tron', 0],
  ['behavior: a chain with none but dead protocols', ['1', '2', '3', '4', '5'], 'bsc', undefined],
  ['behavior: one protocol alone, against the newest timestamp of all', ['3'], undefined, 0],
  ['behavior: one that was never measured', ['5'], undefined, undefined],
])('%s', (_, ids, chain, expected) => {
  const members = registry.listChildren().filter(({ id }) => ids.includes(id))
  expect(tvlCoverage(members, newest, chain)?.share).toBe(expected)
})
