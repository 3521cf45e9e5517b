import { expect, test } from 'vitest'
import { readState, writeState } from '../../lib/view-state.ts'
import {
  batchQuery,
  coinRows,
  confidenceBounds,
  confidenceFilter,
  hiddenText,
  isTrusted,
  unlockOf,
} from './coin-rows.ts'

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

test('every coin is asked at the same timestamps', () => {
  expect(batchQuery(['a:1', 'b'], [10, 20])).toBe('{"a:1":[10,20],"b":[10,20]}')
})

const keys = { confidence: confidenceBounds() }
const ANY = { from: null, to: null }

test('from 0.9 unless the URL says otherwise, and open ends are told by it', () => {
  expect(readState(keys, {}).state.confidence).toEqual({ from: 0.9, to: null })
  expect(writeState(keys, { confidence: { from: 0.9, to: null } })).toEqual({})
  expect(writeState(keys, { confidence: ANY })).toEqual({ confidence: '..' })
  expect(readState(keys, { confidence: '..' }).state.confidence).toEqual(ANY)
})

test('a bound is included; a price without a confidence is taken as trusted', () => {
  const limits = { from: 0.9, to: null }
  expect([0.89, 0.9, 1, null, undefined].map((value) => isTrusted(value, limits))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  expect(isTrusted(0.3, ANY)).toBe(true)
})

test('in words, with what it hides; none where it lets all in', () => {
  expect(confidenceFilter({ from: 0.9, to: null })).toEqual([
    { id: 'confidence', name: 'Confidence from 0.9', empty: ANY },
  ])
  expect(confidenceFilter({ from: 0.5, to: 0.9 })[0]?.name).toBe('Confidence from 0.5 to 0.9')
  expect(confidenceFilter(ANY)).toEqual([])
  expect([hiddenText(null), hiddenText(0), hiddenText(1200)]).toEqual([
    '',
    ', 0 hidden',
    ', 1,200 hidden',
  ])
})

const harbor = { token: 'ethereum:0xAb1', aggregator_id: 'harbor' }
const pier = { token: 'solana:PierX', aggregator_id: null }
const schedules = [harbor, pier]

test('by the id of the token, hex in either case, or by that of the aggregator', () => {
  expect(unlockOf(schedules, 'ethereum:0xab1')).toBe(harbor)
  expect(unlockOf(schedules, 'aggregator:harbor')).toBe(harbor)
  expect(unlockOf(schedules, 'solana:PierX')).toBe(pier)
})

test('of another token there is none', () => {
  expect(unlockOf(schedules, 'solana:pierx')).toBeUndefined()
  expect(unlockOf(schedules, 'base:0xab1')).toBeUndefined()
  expect(unlockOf(schedules, 'aggregator:null')).toBeUndefined()
})
