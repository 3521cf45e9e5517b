import { describe, expect, test } from 'vitest'
import { at, daily } from '../series-for-tests.ts'
import { assetHistory } from './asset-history.ts'
import { earlierSupply, type ReportsAround } from './earlier-supply.ts'

const present = { day: 60, newestSec: at(60, 11), today: 60 }
// 24 hours before the newest report.
const TIMESTAMP_SEC = at(59, 11)

type Hours = { before?: [hour: number, ...number[]]; after?: [hour: number, ...number[]] }

/** Reports whose hours are counted from the timestamp. */
function around(chain: string, { before, after }: Hours, sourceChain?: string): ReportsAround {
  const report = (given: [number, ...number[]] | undefined) =>
    given && { atSec: TIMESTAMP_SEC + given[0] * 3_600, values: given.slice(1) }
  return { chain, sourceChain, before: report(before), after: report(after) }
}

/** Tron alone, reported on day 50 and 60, so that something always follows the timestamp. */
const tron = assetHistory(new Map([['tron', daily({ 50: [1, 0], 60: [9, 0] }, 11)]]), [])

describe('the nearest report stands', () => {
  test.each<[string, Hours, number | undefined]>([
    ['at the timestamp itself', { before: [0, 100, 0], after: [1, 200, 0] }, 100],
    ['the one after it is nearer', { before: [-3, 100, 0], after: [1, 200, 0] }, 200],
    ['the one before it is nearer', { before: [-1, 100, 0], after: [3, 200, 0] }, 100],
    ['a tie: the earlier', { before: [-2, 100, 0], after: [2, 200, 0] }, 100],
    ['nothing before, 12 h after', { after: [12, 200, 0] }, 200],
    ['nothing before, more than 12 h after', { after: [12.001, 200, 0] }, undefined],
    ['a gap of days: what stood before it', { before: [-90, 100, 0] }, 100],
    ['a gap, 13 h after', { before: [-90, 100, 0], after: [13, 200, 0] }, 100],
    ['not released', { before: [0, 100, 30] }, 70],
    ['nothing known', {}, undefined],
  ])('%s', (_, hours, expected) => {
    const units = earlierSupply(tron, [around('tron', hours)], TIMESTAMP_SEC, present)
    expect(units.get('tron')).toBe(expected)
  })
})

test('behavior: one timestamp for all chains, each with its last report until then', () => {
  const history = assetHistory(
    new Map([
      ['ethereum', daily({ 60: [1, 0] })],
      ['tron', daily({ 60: [1, 0] })],
    ]),
    [{ chain: 'base', sourceChain: 'ethereum', series: daily({ 60: 1 }) }],
  )
  // The nearest report is Tron's, an hour after. Ethereum 1,000 − 400 to Base, as of then.
  const reports = [
    around('ethereum', { before: [-2, 1_000, 0], after: [2, 5_000, 0] }),
    around('tron', { before: [-2, 50, 0], after: [1, 60, 0] }),
    around('base', { before: [-2, 400], after: [2, 900] }, 'ethereum'),
  ]
  expect(earlierSupply(history, reports, TIMESTAMP_SEC, present)).toEqual(
    new Map([
      ['base', 400],
      ['ethereum', 600],
      ['tron', 60],
    ]),
  )
})

test.each([
  // The last report stands for less than 24 hours after it (stablecoins.md#present-day).
  ['23 h after the last report', daily({ 50: [3, 0], 58: [7, 0] }, 12), -23, 7],
  ['24 h after the last report', daily({ 50: [3, 0], 58: [7, 0] }, 11), -24, undefined],
])('behavior: %s', (_, series, hour, expected) => {
  const history = assetHistory(new Map([['tron', series]]), [])
  const reports = [around('tron', { before: [hour, 7, 0] })]
  expect(earlierSupply(history, reports, TIMESTAMP_SEC, present).get('tron')).toBe(expected)
})

test('behavior: an impossible result leaves the last good day', () => {
  const history = assetHistory(
    new Map([['ethereum', daily({ 58: [800, 0], 59: [100, 0], 60: [900, 0] })]]),
    [{ chain: 'base', sourceChain: 'ethereum', series: daily({ 59: 300 }) }],
  )
  const reports = [
    // 100 − 300 is negative: Ethereum keeps the 800 of day 58.
    around('ethereum', { before: [0, 100, 0] }),
    around('base', { before: [0, 300] }, 'ethereum'),
  ]
  expect(earlierSupply(history, reports, TIMESTAMP_SEC, present)).toEqual(
    new Map([
      ['base', 300],
      ['ethereum', 800],
    ]),
  )
})
