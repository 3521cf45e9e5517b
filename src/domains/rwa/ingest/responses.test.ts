import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { Registry } from '../../registry/registry.ts'
import { rwaMirror } from './responses.ts'

const known = new Registry([protocolRow({ id: '5', name: 'Cedar Lend' })])
const AT_SEC = 1_768_392_000
const read = (body: unknown) =>
  readResponse(rwaMirror.responses, 'rwa.listCurrent', body, { known, atSec: AT_SEC })

const item = {
  id: 'harbor-bill-fund',
  canonicalMarketId: 'harbor/hbf',
  ticker: 'HBF',
  assetName: 'Harbor Bill Fund',
  primaryChain: 'Ethereum',
  chain: ['Ethereum', 'Base'],
  category: ['Treasuries'],
  type: 'Asset',
  accessModel: 'Permissioned',
  stablecoin: false,
  governance: false,
  onChainMcap: { Ethereum: 1_000, Base: 500 },
  activeMcap: { Ethereum: 900 },
  defiActiveTvl: { Ethereum: { 'cedar-lend': 50, nobody: 1 } },
  price: 2,
  activeMcapData: true,
  aggregatorId: null,
  contracts: { Ethereum: ['0x1111111111111111111111111111111111111111'] },
}

test('default: values ÷ price are tokens of that time', () => {
  const { rows, problems } = read([item])
  expect(problems).toEqual([
    'names 1 protocols that are not known here, such as "nobody". Mirror tvl first',
  ])
  expect(rows.rwa_assets).toMatchObject([
    {
      id: 'harbor-bill-fund',
      coin: 'Ethereum:0x1111111111111111111111111111111111111111',
      category: ['Treasuries'],
      assetClass: [],
      redeemable: null,
    },
  ])
  const tokens = { asset: 'harbor-bill-fund', atSec: AT_SEC, quality: 'extrapolated' }
  expect(rows.rwa_supply).toEqual([
    { ...tokens, chain: 'Ethereum', supply: 500 },
    { ...tokens, chain: 'Base', supply: 250 },
  ])
  // (1,000 − 900) ÷ 2; nothing is said of Base.
  expect(rows.rwa_excluded).toEqual([
    { ...tokens, chain: 'Ethereum', holder: 'all excluded holders', amount: 50 },
  ])
  expect(rows.rwa_positions).toEqual([{ ...tokens, chain: 'Ethereum', protocol: '5', amount: 25 }])
  expect(rows.prices).toEqual([
    {
      coin: 'Ethereum:0x1111111111111111111111111111111111111111',
      atSec: AT_SEC,
      priceUsd: 2,
      confidence: null,
    },
  ])
})

test('behavior: nulls of the reference form; without a price there are no amounts', () => {
  const { rows, problems } = read([
    {
      ...item,
      price: null,
      aggregatorId: 'harbor-bill',
      category: null,
      website: 'https://example.org',
      contracts: null,
      redeemable: 'true',
    },
    { ticker: 'NOID' },
  ])
  expect(problems).toEqual(['body[1].id is missing'])
  expect(rows.rwa_assets).toMatchObject([
    { coin: null, aggregatorId: 'harbor-bill', category: [], redeemable: true, contracts: [] },
  ])
  expect(rows.rwa_assets?.[0]?.website).toEqual(['https://example.org'])
  expect([rows.rwa_supply, rows.rwa_excluded, rows.rwa_positions, rows.prices]).toEqual([
    [],
    [],
    [],
    [],
  ])
})
