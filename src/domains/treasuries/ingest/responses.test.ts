import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { treasuryMirror } from './responses.ts'

const item = {
  id: '1-treasury',
  name: 'Example Swap (treasury)',
  address: 'ethereum:0x1111111111111111111111111111111111111111',
  symbol: 'EXS',
  url: 'https://example.org',
  description: 'An exchange.',
  chain: 'Ethereum',
  logo: null,
  audits: '2',
  audit_note: null,
  aggregator_id: 'example-swap',
  rankingSiteId: null,
  category: 'Treasury',
  chains: ['Ethereum'],
  module: 'treasury/example-swap.js',
  treasury: 'example-swap.js',
  forkedFromIds: [],
  socialHandle: 'exampleswap',
  slug: 'example-swap-(treasury)',
  tvl: 1_250_000,
  chainTvls: { Ethereum: 1_250_000 },
  tokenBreakdowns: { ownTokens: 0, stablecoins: 0, majors: 1_250_000, others: 0 },
  mcap: null,
}

test('default: holders with what is said of them', () => {
  const { rows, problems } = readResponse(treasuryMirror.responses, 'treasuries.listTreasuries', [
    item,
    { ...item, id: 'parent#two-treasury', symbol: '-', address: `0x${'2'.repeat(40)}` },
    { id: 'entity-3', name: 'A Fund' },
    { name: 'No id' },
  ])
  expect(problems).toEqual(['body[3].id is missing'])
  expect(
    rows.treasuries?.map(({ id, protocol, symbol, tokenCoin }) => [
      id,
      protocol,
      symbol,
      tokenCoin,
    ]),
  ).toEqual([
    ['1-treasury', '1', 'EXS', item.address],
    ['parent#two-treasury', 'parent#two', null, `ethereum:0x${'2'.repeat(40)}`],
    ['entity-3', null, null, null],
  ])
  expect(rows.treasuries?.[0]).toEqual({
    id: '1-treasury',
    protocol: '1',
    name: 'Example Swap (treasury)',
    ownTokens: [],
    symbol: 'EXS',
    tokenCoin: item.address,
    category: 'Treasury',
    url: 'https://example.org',
    description: 'An exchange.',
    logo: null,
    socialHandle: 'exampleswap',
    aggregatorId: 'example-swap',
    rankingSiteId: null,
    module: 'treasury/example-swap.js',
  })
})

test('behavior: entities have no protocol', () => {
  const { rows } = readResponse(treasuryMirror.responses, 'treasuries.listEntities', [
    { id: 'entity-8', name: 'Example Capital', symbol: '', category: 'VC', aggregator_id: null },
  ])
  expect(rows.treasuries).toMatchObject([
    { id: 'entity-8', protocol: null, name: 'Example Capital', symbol: null, category: 'VC' },
  ])
})
