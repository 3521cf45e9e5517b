import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { coinResponses } from './responses.ts'

const NOON = 1_768_392_000
const TODAY = NOON - 43_200
const DAY = 86_400
const read = (operation: string, body: unknown, call: object = {}) =>
  readResponse(coinResponses, `coins.${operation}`, body, { atSec: NOON, ...call })

test('default: prices, tokens, and supplies from market caps', () => {
  const body = {
    coins: {
      'ethereum:0xaa': {
        price: 2.5,
        symbol: 'AAA',
        timestamp: NOON - 60,
        confidence: 0.99,
        decimals: 6,
      },
    },
  }
  const { rows, problems } = read('getCurrentPrices', body, {
    params: { coins: 'ethereum:0xaa', caps: '{"ethereum:0xaa":1000}' },
  })
  expect(problems).toEqual([])
  expect(rows).toEqual({
    prices: [{ coin: 'ethereum:0xaa', atSec: NOON - 60, priceUsd: 2.5, confidence: 0.99 }],
    tokens: [{ coin: 'ethereum:0xaa', symbol: 'AAA', name: null, decimals: 6, redirect: null }],
    // 1,000 ÷ 2.5.
    supplies: [
      { coin: 'ethereum:0xaa', atSec: NOON - 60, circulating: 400, quality: 'extrapolated' },
    ],
  })
})

test('behavior: texts, milliseconds, missing members; a bad coin is named and leaves the others', () => {
  const { rows, problems } = read('getCurrentPrices', {
    coins: {
      'aggregator:one': { price: '2.5', timestamp: String(NOON - 60) },
      'aggregator:two': { price: 3, timestamp: (NOON - 60) * 1000, symbol: null, decimals: '8' },
      'aggregator:bad': { price: 'much', timestamp: NOON },
      'aggregator:none': { price: null, timestamp: NOON },
    },
  })
  expect(rows.prices).toEqual([
    { coin: 'aggregator:one', atSec: NOON - 60, priceUsd: 2.5, confidence: null },
    { coin: 'aggregator:two', atSec: NOON - 60, priceUsd: 3, confidence: null },
  ])
  expect(rows.tokens).toEqual([])
  expect(rows.supplies).toEqual([])
  expect(problems).toEqual([
    'coins.aggregator:bad.price is "much" instead of a number',
    'coins.aggregator:none.price is missing',
  ])
})

test('behavior: charts are requested from the first day on, as many coins as fit', () => {
  const body = {
    coins: {
      'aggregator:new': { timestamp: TODAY - DAY + 5, price: 1, symbol: 'NEW' },
      'aggregator:old': { timestamp: String((TODAY - 9 * DAY) * 1000) },
      'aggregator:bad': { timestamp: 'long ago' },
    },
  }
  const { details, problems } = read('getFirstPrices', body, { params: { sinceSec: '0' } })
  // Nine full days and a half are ten and one more; both coins fit into one call.
  expect(details).toEqual([
    {
      operation: 'coins.getChart',
      params: { coins: 'aggregator:old,aggregator:new' },
      query: { start: String(TODAY - 9 * DAY), span: '11', period: '1d' },
      mark: String(TODAY),
    },
  ])
  expect(problems).toEqual(['coins.aggregator:bad.timestamp is "long ago" instead of a time'])
})

test('behavior: points of charts in other forms; one record near two timestamps counts once', () => {
  const { rows, problems } = read('getChart', {
    coins: {
      'aggregator:one': {
        confidence: '0.9',
        prices: [
          { timestamp: TODAY, price: 2 },
          { timestamp: TODAY, price: 2 },
          { timestamp: String((TODAY + DAY) * 1000), price: '2,100.5' },
          { timestamp: TODAY + 2 * DAY, price: null },
        ],
      },
      'aggregator:bare': { prices: null },
      'aggregator:bad': { prices: [{ price: 1 }] },
    },
  })
  expect(rows.prices).toEqual([
    { coin: 'aggregator:one', atSec: TODAY, priceUsd: 2, confidence: 0.9 },
    { coin: 'aggregator:one', atSec: TODAY + DAY, priceUsd: 2_100.5, confidence: 0.9 },
  ])
  expect(problems).toEqual(['coins.aggregator:bad.prices[].timestamp is missing'])
})

test('behavior: a block, with its numbers as texts', () => {
  const body = { height: '19000000', timestamp: '1768348799' }
  expect(read('getBlock', body, { params: { chain: 'ethereum' } }).rows.blocks).toEqual([
    { chain: 'ethereum', atSec: TODAY - 1, height: 19_000_000 },
  ])
})

test('error: a response of another form names its member', () => {
  expect(() => read('getChart', [])).toThrow('body is a list instead of an object')
  expect(() => read('getCurrentPrices', {})).toThrow('coins is missing instead of an object')
  expect(() => read('getBlock', { height: 1 }, { params: { chain: 'x' } })).toThrow(
    'timestamp is missing',
  )
})
