import { expect, test } from 'vitest'
import { dividedByFirst } from '../../lib/correlation.ts'
import { parseCompared } from './compared-kinds.ts'

test('a figure and an id', () => {
  expect(parseCompared('tvl:indigo-swap')).toMatchObject({
    name: 'indigo-swap tvl',
    path: '/protocol/indigo-swap',
  })
  expect(parseCompared('price:aggregator:bitcoin')).toMatchObject({
    path: '/chart/aggregator%3Abitcoin',
    query: { span: '365', period: '1d' },
  })
  expect(parseCompared('stock:US/ABC')?.query).toEqual({ country: 'US', ticker: 'ABC' })
})

test.each([
  ['supply:1', [{ date: '86400', totalCirculatingUSD: { peggedUSD: 2, peggedEUR: 3 } }], 5],
  ['rwa:Base', [{ timestamp: 86_400, onChainMcap: 5 }], 5],
  ['bridge:7', [{ date: '86400', depositUSD: 5 }], 5],
  ['category:Dexs', { chart: { 86400: { Dexs: { tvl: 5 }, Lending: { tvl: 6 } } } }, 5],
  ['narrative:Meme', [{ date: 86_400, Meme: 5 }], 5],
  ['pool:p', { data: [{ timestamp: '1970-01-02T00:00:00Z', tvlUsd: 5 }] }, 5],
  [
    'etf:bitcoin',
    [
      { aggregator_id: 'ethereum', day: '1970-01-02', total_flow_usd: 6 },
      { aggregator_id: 'bitcoin', day: '1970-01-02', total_flow_usd: null },
    ],
    null,
  ],
  ['valuation:x', { data: [{ date: '1970-01-02', estimatedValuation: 5 }] }, 5],
])('a point of %s', (text, body, value) => {
  expect(parseCompared(text)?.read(body)).toEqual([[86_400, value]])
})

test.each(['', 'tvl:', ':x', 'unheard-of:x', 'tvl'])('no series: %s', (text) => {
  expect(parseCompared(text)).toBeNull()
})

test('points of each form', () => {
  expect(parseCompared('chain:Base')?.read([{ date: 90_000, tvl: 5 }])).toEqual([[86_400, 5]])
  expect(
    parseCompared('price:x')?.read({
      coins: { x: { prices: [{ timestamp: 90_000, price: 2 }] } },
    }),
  ).toEqual([[86_400, 2]])
  expect(
    parseCompared('apy:p')?.read({ data: [{ timestamp: '1970-01-02T05:00:00Z', apy: 3 }] }),
  ).toEqual([[86_400, 3]])
})

test('ratio: every other series by the first, missing stays missing', () => {
  const series = [
    { name: 'a', values: [2, 4, null] },
    { name: 'b', values: [6, 6, 6] },
  ]
  expect(dividedByFirst({ times: [1, 2, 3], series }).series).toEqual([
    { name: 'b / a', values: [3, 1.5, null] },
  ])
  expect(dividedByFirst({ times: [], series: [] }).series).toEqual([])
})
