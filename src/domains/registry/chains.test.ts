import { describe, expect, test } from 'vitest'
import { type Chain, ChainDirectory, chains } from './chains.ts'

describe('find', () => {
  test.each([
    ['display name', 'OP Mainnet'],
    ['display name in another case', 'op mainnet'],
    ['slug', 'op-mainnet'],
    ['internal key', 'optimism'],
    ['internal key in another case', 'OPTIMISM'],
    ['EVM chain id', '10'],
    ['alias', 'OP'],
    ['underscores for spaces', 'op_mainnet'],
    ['nothing for spaces', 'OPMainnet'],
    ['spaces around', ' optimism '],
  ])('behavior: by %s', (_, text) => {
    expect(chains.find(text)?.key).toBe('optimism')
  })

  test.each([
    ['BSC', 'bsc'],
    ['Binance', 'bsc'],
    ['56', 'bsc'],
    ['Gnosis', 'xdai'],
    ['ZKsync Era', 'era'],
    ['World Chain', 'wc'],
    ['Hyperliquid L1', 'hyperliquid'],
    ['arbitrum_nova', 'arbitrum_nova'],
    ['Arbitrum Nova', 'arbitrum_nova'],
    ['arbitrum', 'arbitrum'],
    ['1', 'ethereum'],
    ['Avalanche', 'avax'],
  ])('behavior: %s has the key %s', (text, key) => {
    expect(chains.find(text)?.key).toBe(key)
  })

  test.each([
    '',
    ' ',
    '0',
    '-1',
    '1-0',
    '01',
    'no such chain',
    '__proto__',
    'constructor',
    'ethereum:',
  ])('behavior: %j is no chain', (text) => {
    expect(chains.find(text)).toBeUndefined()
  })
})

describe('get', () => {
  test('default', () => {
    expect(chains.get('gnosis-chain')).toMatchObject({
      key: 'xdai',
      name: 'Gnosis',
      chainId: 100,
      gasToken: 'xDAI',
    })
  })

  test('error: 404 with the nearest names when the chain is unknown', () => {
    expect(() => chains.get('etherium')).toThrow(
      expect.objectContaining({
        status: 404,
        details: { suggestions: expect.arrayContaining(['Ethereum']) },
      }),
    )
  })

  test('error: 404 without suggestions when nothing is near', () => {
    expect(() => chains.get('zzzzzzzzzzzzzzz')).toThrow(
      expect.objectContaining({ status: 404, details: {} }),
    )
  })

  test('behavior: the message quotes no more than 60 letters of what was asked', () => {
    expect(() => chains.get('x'.repeat(5_000))).toThrow(/^No chain is called "x{60}"\./)
  })
})

describe('names', () => {
  test('behavior: the served name of a key', () => {
    expect(chains.nameOf('optimism')).toBe('OP Mainnet')
    expect(chains.byKey('optimism')?.name).toBe('OP Mainnet')
  })

  test('behavior: a key the reference data does not have is its own name', () => {
    expect(chains.nameOf('brandnew')).toBe('brandnew')
    expect(chains.byKey('brandnew')).toBeUndefined()
    expect(chains.byKey('OP Mainnet')).toBeUndefined()
  })
})

test('behavior: every chain is found by each of its names', () => {
  const lost = chains.list().flatMap((chain) => {
    const id = chain.chainId === null ? [] : [String(chain.chainId)]
    return [chain.key, chain.name, ...id, ...chain.aliases].filter(
      (name) => chains.find(name) !== chain,
    )
  })
  expect(lost).toEqual([])
})

test('behavior: spellings pairs each name with its key', () => {
  const chain: Chain = {
    key: 'one',
    name: 'Chain One',
    chainId: 7,
    gasToken: null,
    aggregatorId: null,
    rankingSiteId: null,
    aliases: ['The First'],
    caseSensitive: false,
  }
  expect(new ChainDirectory([chain]).spellings()).toEqual({
    names: ['one', 'chainone', '7', 'thefirst'],
    keys: ['one', 'one', 'one', 'one'],
  })
})
