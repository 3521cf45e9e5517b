import { expect, test } from 'vitest'
import { batchQuery, coinRows } from './coin-rows.ts'

const price = { symbol: 'BTC', price: 150, timestamp: 9, confidence: 0.99 }

test('changes of each span, and 30 days from the first price of the line', () => {
  const [row] = coinRows({
    prices: { 'aggregator:bitcoin': price },
    hour: { coins: { 'aggregator:bitcoin': { change: 1 } } },
    day: { coins: { 'aggregator:bitcoin': -2 } },
    week: undefined,
    batch: {
      coins: {
        'aggregator:bitcoin': {
          prices: [
            { timestamp: 1, price: 100 },
            { timestamp: 5, price: 120 },
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
    day: -2,
    week: null,
    // 100 became 150.
    month: 50,
    line: [100, 120, 150],
  })
})

test('without earlier prices there is no line and no change', () => {
  const [row] = coinRows({
    prices: { a: price },
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
