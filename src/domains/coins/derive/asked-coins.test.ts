import { describe, expect, test } from 'vitest'
import { type KnownCoin, PriceTable } from '../price-table.ts'
import {
  askCoins,
  describeMalformed,
  limitCoins,
  pricedCoins,
  pricedTimestamps,
  splitCoins,
} from './asked-coins.ts'

const USDC = 'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WSOL = 'solana:So11111111111111111111111111111111111111112'

describe('splitCoins', () => {
  test.each([
    ['one', 'a:1', ['a:1']],
    ['several, in their order', 'b:2,a:1', ['b:2', 'a:1']],
    ['a repeated one once', 'a:1,b:2,a:1', ['a:1', 'b:2']],
    ['spellings that differ in case, each', 'A:1,a:1', ['A:1', 'a:1']],
    ['without spaces and gaps', ' a:1 ,, b:2,', ['a:1', 'b:2']],
  ])('behavior: %s', (_, text, coins) => {
    expect(splitCoins(text)).toEqual(coins)
  })

  test.each([',', ' , ', ',,,'])('error: 400 when %j names no coin', (text) => {
    expect(() => splitCoins(text)).toThrow(expect.objectContaining({ status: 400 }))
  })
})

describe('limitCoins', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `a:${index}`)

  test('default: 500 coins are allowed', () => {
    expect(limitCoins(ids(500))).toHaveLength(500)
  })

  test('behavior: repeated ones do not count', () => {
    expect(limitCoins([...ids(500), ...ids(500)])).toHaveLength(500)
  })

  test('error: 400 when there are 501, and the message tells the limit', () => {
    expect(() => limitCoins(ids(501))).toThrow(
      expect.objectContaining({
        status: 400,
        message: 'Parameter `coins` takes at most 500 coins in one request, not 501.',
      }),
    )
  })
})

describe('askCoins', () => {
  const known = (symbol: string, decimals: number | null, redirect?: string): KnownCoin => ({
    symbol,
    decimals,
    redirect,
    newest: undefined,
  })
  const table = new PriceTable(
    new Map([
      [USDC, known('USDC', 6, 'aggregator:usd-coin')],
      ['aggregator:usd-coin', known('USDC', 6)],
      ['base:0x01', known('CHAINED', 18, USDC)],
      ['base:0x02', known('BARE', null)],
      [WSOL, known('SOL', 9)],
      [
        'base:0x03',
        {
          symbol: null,
          decimals: null,
          redirect: undefined,
          newest: { atSec: 1_000, priceUsd: 5, confidence: 0.9 },
        },
      ],
    ]),
  )
  const ask = (text: string) => askCoins([text], table)[0]

  test('default', () => {
    expect(ask(WSOL)).toEqual({
      text: WSOL,
      coin: WSOL,
      priced: WSOL,
      symbol: 'SOL',
      decimals: 9,
      isKnown: true,
      isCoinId: true,
    })
  })

  test('behavior: another spelling finds the coin and keeps its text', () => {
    const text = `1:${USDC.slice('ethereum:'.length).toUpperCase()}`
    expect(ask(text)).toMatchObject({ text, coin: USDC, symbol: 'USDC' })
  })

  test('behavior: on a chain where case matters, another case is another coin', () => {
    expect(ask(WSOL.toLowerCase())).toMatchObject({ symbol: null, isKnown: false })
  })

  test('behavior: a redirect gives the price of the target, symbol and decimals of the requested coin', () => {
    expect(ask(USDC)).toMatchObject({
      coin: USDC,
      priced: 'aggregator:usd-coin',
      symbol: 'USDC',
      decimals: 6,
    })
  })

  test('behavior: a redirect is followed one step only', () => {
    expect(ask('base:0x01')).toMatchObject({ priced: USDC, symbol: 'CHAINED', decimals: 18 })
  })

  test('behavior: ids of a source have no decimals, even where some are recorded', () => {
    expect(ask('aggregator:usd-coin')?.decimals).toBeUndefined()
  })

  test('behavior: decimals that are not known are null', () => {
    expect(ask('base:0x02')).toMatchObject({ decimals: null, isKnown: true })
  })

  test('behavior: a coin that has only a price is known, without a symbol', () => {
    expect(ask('base:0x03')).toMatchObject({ symbol: null, decimals: null, isKnown: true })
  })

  test.each([
    ['junk', false],
    ['ethereum:', false],
    ['nowhere:0x1', true],
  ])('behavior: whether %j has the form of a coin id is %s', (text, isCoinId) => {
    expect(ask(text)).toMatchObject({ isCoinId })
  })

  test.each(['junk', ':', 'ethereum:', ':0x1', 'nowhere:0x1', '__proto__'])(
    'behavior: %j is unknown',
    (text) => {
      expect(ask(text)).toMatchObject({ text, isKnown: false, symbol: null })
    },
  )
})

describe('coins whose prices are read', () => {
  const known = (redirect: string | undefined): KnownCoin => ({
    symbol: null,
    decimals: null,
    redirect,
    newest: undefined,
  })
  const table = new PriceTable(
    new Map([
      [USDC, known(undefined)],
      ['base:0x1', known(USDC)],
    ]),
  )
  const upper = USDC.toUpperCase()
  const asked = askCoins([USDC, 'base:0x1', upper, WSOL], table)

  test('behavior: each once, whatever texts mean it', () => {
    expect(pricedCoins(asked)).toEqual([USDC, WSOL])
  })

  test('behavior: with the timestamps of all its texts', () => {
    const byText = new Map([
      [USDC, [1]],
      ['base:0x1', [2, 3]],
      [upper, [4]],
      [WSOL, []],
    ])
    expect([...pricedTimestamps(asked, byText)]).toEqual([
      [USDC, [1, 2, 3, 4]],
      [WSOL, []],
    ])
  })
})

const FORM = 'not a coin id: write <chain>:<address> or <source>:<id>, such as aggregator:bitcoin'
const known = [
  { coin: 'aggregator:bitcoin', symbol: 'BTC', name: 'Bitcoin' },
  { coin: 'bsc:0xb7c', symbol: 'BTC', name: 'Bridged Bitcoin' },
  { coin: 'base:0xb7c', symbol: 'cbBTC', name: null },
  { coin: 'base:0x2', symbol: 'BTC', name: null },
  { coin: 'base:0x3', symbol: 'BTC', name: null },
]

test.each([
  ['a symbol, at most three coins', 'btc', ['aggregator:bitcoin', 'bsc:0xb7c', 'base:0x2']],
  ['an id without its source', 'bitcoin', ['aggregator:bitcoin']],
  ['a name', 'Bridged bitcoin', ['bsc:0xb7c']],
  ['an address without its chain', '0xB7C', ['bsc:0xb7c', 'base:0xb7c']],
])('behavior: %s', (_, text, coins) => {
  expect(describeMalformed(text, known)).toBe(`${FORM}; did you mean ${coins.join(', ')}?`)
})

test('behavior: only the form when nothing is called so', () => {
  expect(describeMalformed('dogs', known)).toBe(FORM)
})
