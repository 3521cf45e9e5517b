import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { Registry } from '../../registry/registry.ts'
import { attributionMirror } from './responses.ts'

const registry = new Registry([
  protocolRow({ id: '1', name: 'Harbor Lend' }),
  protocolRow({ id: '2', name: 'Cedar Mint' }),
  protocolRow({ id: 'parent#family', name: 'Family' }),
])
const read = (operation: string, body: unknown, known: unknown) =>
  readResponse(attributionMirror.responses, operation, body, { known })
const link = (protocol: string, oracle: string, type: string, chain: string) => ({
  protocol,
  oracle,
  type,
  chain,
  atSec: 0,
  untilSec: null,
  proofs: [],
  quality: 'extrapolated',
})

test('default: who secures all of a chain is primary, who secures a part is one of several', () => {
  const tvl = new Map([
    ['1 ethereum', 1_000],
    ['2 base', 300],
  ])
  const body = {
    oracles: { Bell: ['Harbor Lend', 'Cedar Mint'], Arrow: ['Cedar Mint'], Cairn: ['Harbor Lend'] },
    chainsByOracle: {},
    oraclesTVS: {
      Bell: { 'Harbor Lend': { Ethereum: 1_000 }, 'Cedar Mint': { Base: 150 } },
      Arrow: { 'Cedar Mint': { Base: '150' } },
      Cairn: { 'Harbor Lend': { Ethereum: 990 } },
    },
  }
  const { rows, problems } = read('attribution.getOracleMetrics', body, { registry, tvl })
  expect(problems).toEqual([])
  expect(rows.oracle_links).toEqual([
    link('1', 'Bell', 'Primary', 'Ethereum'),
    link('2', 'Bell', 'Aggregator', 'Base'),
    link('2', 'Arrow', 'Aggregator', 'Base'),
    link('1', 'Cairn', 'Primary', 'Ethereum'),
  ])
})

test('behavior: the reference form has names only', () => {
  const body = { oracles: { Bell: ['Harbor Lend', 'Somebody'] } }
  const { rows, problems } = read('attribution.getOracleMetrics', body, { registry })
  expect(rows.oracle_links).toEqual([link('1', 'Bell', 'Primary', 'all')])
  expect(problems).toEqual([
    'names 1 protocols that are not known here, such as "Somebody". Mirror tvl first',
  ])
})

test('behavior: forks by the name of the original', () => {
  const body = { Family: ['Harbor Lend', 'cedar-mint'], 'Harbor Lend': ['Cedar Mint'] }
  const { rows } = read('attribution.getForkMetrics', body, registry)
  const more = { withdrawn: null, proofs: [] }
  expect(rows.fork_links).toEqual([
    { protocol: '1', original: 'parent#family', ...more },
    { protocol: '2', original: 'parent#family', ...more },
    { protocol: '2', original: '1', ...more },
  ])
})

test('error: a list that is none is named', () => {
  const { problems } = read('attribution.getForkMetrics', { Family: { '1': true } }, registry)
  expect(problems).toEqual(['Family is an object instead of a list'])
})
