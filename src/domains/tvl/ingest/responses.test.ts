import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { tvlResponses } from './responses.ts'

const NOON = 1_768_392_000
const TODAY = NOON - 43_200
const read = (operation: string, body: unknown) =>
  readResponse(tvlResponses, `tvl.${operation}`, body, { atSec: NOON })

test('default: protocols, and what is fetched of them: details, families, prices with caps', () => {
  const address = `0x${'1'.repeat(40)}`
  const { rows, details, problems } = read('listProtocols', [
    { id: '1', name: 'One Swap V1', slug: 'one-swap-v1', parentProtocol: 'parent#one-swap' },
    { id: '2', name: 'Two Lend', address, mcap: 5_000 },
  ])
  expect(problems).toEqual([])
  expect(rows.protocols).toMatchObject([
    { id: '1', name: 'One Swap V1', parent: 'parent#one-swap', tokenCoin: null },
    { id: '2', name: 'Two Lend', parent: null, tokenCoin: `ethereum:${address}` },
  ])
  expect(details.map(({ operation, params }) => [operation, params])).toEqual([
    ['tvl.getProtocol', { protocol: 'one-swap-v1' }],
    ['tvl.getProtocol', { protocol: 'two-lend' }],
    ['tvl.getProtocol', { protocol: 'one-swap' }],
    [
      'coins.getCurrentPrices',
      { coins: `ethereum:${address}`, caps: `{"ethereum:${address}":5000}` },
    ],
  ])
})

test('behavior: forms of lists in the wild; a bad protocol is named and leaves the others', () => {
  const { rows, details, problems } = read('listProtocols', [
    // Numbers for ids, flags and times as texts, one text for a list, a dash for nothing.
    {
      ...{ id: 7, name: 'Wild', symbol: '-', address: '-', listedAt: '1700000000' },
      ...{ doublecounted: 'true', rugged: 0, forkedFrom: 'Base Swap', audits: ['a', 'b'] },
      ...{ chains: null, mcap: '12,500', oracles: null, deadFrom: 1_700_000_000_000 },
    },
    { name: 'Nameless id' },
    { id: '8', name: 'Odd', mcap: {} },
  ])
  expect(problems.slice(0, 3)).toEqual([
    'body[1].id is missing',
    'body[2].mcap is an object instead of a number',
    // Once for the rows, once for what they lead to.
    'body[1].id is missing',
  ])
  expect(rows.protocols).toMatchObject([
    {
      ...{ id: '7', symbol: null, tokenCoin: null, listedAtSec: 1_700_000_000 },
      ...{ doubleCounted: true, rugged: false, forkedFrom: ['Base Swap'], audits: '2' },
      ...{ oracles: [], deadFromSec: 1_700_000_000, category: null },
    },
  ])
  expect(details.map(({ params }) => params)).toEqual([{ protocol: 'wild' }])
})

test('behavior: section keys, other names of chains, texts and milliseconds, nulls', () => {
  const { rows, problems } = read('getProtocol', {
    id: '1',
    chainTvls: {
      Ethereum: {
        tvl: [
          { date: TODAY, totalLiquidityUSD: 100 },
          { date: String(NOON), totalLiquidityUSD: '101.5' },
        ],
        tokens: [{ date: TODAY, tokens: { WETH: 2, OLD: '1' } }],
        tokensInUsd: [{ date: String(TODAY), tokens: { WETH: '90', OLD: null, NEW: 10 } }],
      },
      'Ethereum-staking': { tvl: [{ date: TODAY * 1000, totalLiquidityUSD: 7 }] },
      // Sums of all chains, and a day without a figure.
      staking: { tvl: [{ date: TODAY, totalLiquidityUSD: 7 }] },
      'Op-Mainnet': { tvl: [{ date: TODAY, totalLiquidityUSD: null }], tokens: null },
      'zkSync Era-borrowed': { tvl: [{ date: TODAY, totalLiquidityUSD: 3 }] },
    },
    hallmarks: [
      [TODAY, 'A day'],
      [[String(TODAY), NOON], 'A range'],
      [null, 'No day'],
    ],
  })
  expect(problems).toEqual([])
  expect(rows.tvl).toEqual([
    { protocol: '1', chain: 'Ethereum', section: 'tvl', atSec: TODAY, tvlUsd: 100 },
    { protocol: '1', chain: 'Ethereum', section: 'tvl', atSec: NOON, tvlUsd: 101.5 },
    { protocol: '1', chain: 'Ethereum', section: 'staking', atSec: TODAY, tvlUsd: 7 },
    { protocol: '1', chain: 'zkSync Era', section: 'borrowed', atSec: TODAY, tvlUsd: 3 },
  ])
  // A token without an amount or without a value says nothing.
  expect(rows.tvl_tokens).toEqual([
    {
      ...{ protocol: '1', chain: 'Ethereum', section: 'tvl', token: 'symbol:weth' },
      ...{ atSec: TODAY, symbol: 'WETH', amount: 2, valueUsd: 90 },
    },
  ])
  expect(rows.protocol_hallmarks).toEqual([
    { protocol: '1', onSec: TODAY, event: 'A day', withdrawn: null },
    { protocol: '1', onSec: TODAY, event: 'A range', withdrawn: null },
  ])
})

test('behavior: a chain of another form is named, the others are read; a parent has no series', () => {
  const { rows, problems } = read('getProtocol', {
    id: '1',
    chainTvls: {
      Base: { tvl: [{ date: TODAY, totalLiquidityUSD: 5 }] },
      Blast: { tvl: [{ date: 'today', totalLiquidityUSD: 5 }] },
      Mode: [5],
    },
  })
  expect(rows.tvl).toHaveLength(1)
  expect(problems).toEqual([
    'chainTvls.Blast.tvl[].date is "today" instead of a time',
    'chainTvls.Mode is a list instead of an object',
  ])
  const parent = read('getProtocol', { id: 'parent#one', name: 'One', chainTvls: { Base: 5 } })
  expect(parent.rows).toMatchObject({ protocols: [{ id: 'parent#one' }], protocol_hallmarks: [] })
  expect(parent.rows.tvl).toBeUndefined()
})

test('behavior: assets of chains, a bad chain aside', () => {
  const { rows, problems } = read('getChainAssets', {
    timestamp: String(NOON * 1000),
    Ethereum: { native: { total: '5', breakdown: { ETH: '5' } }, ownTokens: null },
    Base: 5,
  })
  expect(rows.chain_assets).toEqual([
    { chain: 'Ethereum', bucket: 'native', symbol: 'ETH', atSec: NOON, valueUsd: 5 },
  ])
  expect(problems).toEqual(['body.Base is 5 instead of an object'])
})

test('error: a response of another form names its member', () => {
  expect(() => read('listProtocols', { protocols: [] })).toThrow('body is an object instead')
  expect(() => read('getProtocol', { name: 'One' })).toThrow('id is missing')
  expect(() => read('getProtocol', 'Not found')).toThrow('body is "Not found" instead of an object')
})
