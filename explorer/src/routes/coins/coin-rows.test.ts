import { expect, test } from 'vitest'
import { batchQuery, coinRows } from './coin-rows.ts'

const price = { symbol: 'BTC', price: 150, timestamp: 9, confidence: 0.99 }

test('changes of each span, and 30 days from the first price of the line', () => {
  const [row] = coinRows({
    prices: { coins: { 'aggregator:bitcoin': price } },
    hour: { coins: { 'aggregator:bitcoin': { symbol: 'BTC', price: 150, change: 1 } } },
    day: { coins: { 'aggregator:bitcoin': { symbol: 'BTC', price: 150, change: null } } },
    week: undefined,
    batch: {
      coins: {
        'aggregator:bitcoin': {
          symbol: 'BTC',
          prices: [
            { timestamp: 1, price: 100, confidence: 0.9 },
            { timestamp: 5, price: 120, confidence: null },
          ],
        },
      },
    },
  })
  expect(row).toEqual({
    ...price,
    id: 'aggregator:bitcoin',
    chain: 'aggregator',
    hour: 1,
    day: null,
    week: null,
    // 100 became 150.
    month: 50,
    line: [100, 120, 150],
  })
})

test('without earlier prices there is no line and no change', () => {
  const [row] = coinRows({
    prices: { coins: { a: price } },
    hour: undefined,
    day: undefined,
    week: undefined,
    batch: undefined,
  })
  expect(row).toMatchObject({ month: null, line: [] })
})

test('every coin is asked at the same moments', () => {
  expect(batchQuery(['a:1', 'b'], [10, 20])).toBe('{"a:1":[10,20],"b":[10,20]}')
})
