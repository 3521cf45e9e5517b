import { describe, expect, test } from 'vitest'
import { isSourceId, normalizeCoinId } from './coin-id.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('normalizeCoinId', () => {
  test.each([
    { name: 'an id in its one spelling', text: 'ethereum:0xabc', id: 'ethereum:0xabc' },
    { name: 'an address in upper case', text: 'ethereum:0xABC', id: 'ethereum:0xabc' },
    { name: 'a chain in another case', text: 'Ethereum:0xABC', id: 'ethereum:0xabc' },
    { name: 'a chain id', text: '1:0xABC', id: 'ethereum:0xabc' },
    { name: 'another chain id', text: '56:0xABC', id: 'bsc:0xabc' },
    { name: 'an alias', text: 'Binance:0xABC', id: 'bsc:0xabc' },
    { name: 'a display name', text: 'OP Mainnet:0xABC', id: 'optimism:0xabc' },
    { name: 'a slug', text: 'op-mainnet:0xABC', id: 'optimism:0xabc' },
    { name: 'a key with an underscore', text: 'arbitrum_nova:0xABC', id: 'arbitrum_nova:0xabc' },
    { name: 'solana, where case matters', text: `solana:${MINT}`, id: `solana:${MINT}` },
    { name: 'solana by its alias, case kept', text: `SOL:${MINT}`, id: `solana:${MINT}` },
    { name: 'bitcoin, where case matters', text: 'bitcoin:bc1qXY', id: 'bitcoin:bc1qXY' },
    { name: 'eclipse, where case matters', text: 'Eclipse:AbC', id: 'eclipse:AbC' },
    {
      name: 'a starknet address without its zeros',
      text: 'starknet:0x49D',
      id: `starknet:0x${'0'.repeat(61)}49d`,
    },
    {
      name: 'a starknet address with some',
      text: 'starknet:0x00049d',
      id: `starknet:0x${'0'.repeat(61)}49d`,
    },
    {
      name: 'a whole starknet address',
      text: `starknet:0x${'AB'.repeat(32)}`,
      id: `starknet:0x${'ab'.repeat(32)}`,
    },
    {
      name: 'a starknet address that is too long',
      text: `starknet:0x${'ab'.repeat(33)}`,
      id: `starknet:0x${'ab'.repeat(33)}`,
    },
    { name: 'an id of a source', text: 'aggregator:bitcoin', id: 'aggregator:bitcoin' },
    {
      name: 'an id of a source in another case',
      text: 'Aggregator:Bitcoin',
      id: 'aggregator:bitcoin',
    },
    { name: 'the other source', text: 'Ranking-Site:1027', id: 'rankingsite:1027' },
    { name: 'a prefix that clients send', text: 'coingecko:bitcoin', id: 'aggregator:bitcoin' },
    { name: 'it in another case', text: 'CoinGecko:Bitcoin', id: 'aggregator:bitcoin' },
    { name: 'its short form', text: 'gecko:bitcoin', id: 'aggregator:bitcoin' },
    { name: 'the other site', text: 'coinmarketcap:1', id: 'rankingsite:1' },
    { name: 'the short form of that', text: 'CMC:1', id: 'rankingsite:1' },
    { name: 'a chain that is not known', text: 'NewChain:0xABC', id: 'newchain:0xabc' },
    { name: 'a second colon', text: 'sui:0x2::SUI::sui', id: 'sui:0x2::sui::sui' },
    { name: 'a slash', text: 'osmosis:ibc/27394FB', id: 'osmosis:ibc/27394FB' },
    { name: 'spaces around', text: '  ethereum:0xABC ', id: 'ethereum:0xabc' },
    { name: 'letters that are not latin, which stay', text: 'ethereum:ÉX', id: 'ethereum:Éx' },
  ])('behavior: $name', ({ text, id }) => {
    expect(normalizeCoinId(text)).toBe(id)
  })

  test('behavior: what has its one spelling keeps it', () => {
    for (const text of [
      'ethereum:0xabc',
      `solana:${MINT}`,
      `starknet:0x${'0'.repeat(61)}49d`,
      'aggregator:bitcoin',
      'newchain:0xabc',
    ]) {
      expect(normalizeCoinId(text)).toBe(text)
    }
  })

  test.each(['', ' ', ':', 'bitcoin', ':0xabc', 'ethereum:', ' ethereum: ', ' : '])(
    'behavior: %j is no coin id',
    (text) => {
      expect(normalizeCoinId(text)).toBeUndefined()
    },
  )
})

test.each([
  ['aggregator:bitcoin', true],
  ['rankingsite:1', true],
  ['ethereum:0xabc', false],
  ['aggregators:bitcoin', false],
  ['aggregator', false],
])('isSourceId: %s is %s', (coin, expected) => {
  expect(isSourceId(coin)).toBe(expected)
})
