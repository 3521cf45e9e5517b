import { expect, test } from 'vitest'
import { parseCompared } from './compared.ts'
import { dividedByFirst } from './divided.ts'

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
