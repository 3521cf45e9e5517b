import { describe, expect, test } from 'vitest'
import {
  type AssetFlow,
  assetFlows,
  dailyFlows,
  type Flow,
  type FundFlow,
  netAssetValue,
  type SharesDay,
  type Split,
} from './flows.ts'

test.each<
  [
    string,
    navUsd: number | null,
    aumUsd: number | null,
    shares: number | null,
    expected: number | null,
  ]
>([
  ['default: as reported', 25, 1_000, 50, 25],
  // 1,000 ÷ 50.
  ['behavior: not reported, assets ÷ shares', null, 1_000, 50, 20],
  ['behavior: reported without assets or shares', 25, null, null, 25],
  ['behavior: a reported 0 is a value', 0, 1_000, 50, 0],
  ['behavior: assets of 0 make 0', null, 0, 50, 0],
  ['behavior: no shares, no value of one', null, 1_000, 0, null],
  ['behavior: assets not known', null, null, 50, null],
  ['behavior: shares not known', null, 1_000, null, null],
  ['behavior: nothing known', null, null, null, null],
])('%s', (_, navUsd, aumUsd, shares, expected) => {
  expect(netAssetValue(navUsd, aumUsd, shares)).toBe(expected)
})

describe('daily flows', () => {
  const DAY = 86_400

  /** A day by its number, with shares, net asset value and what was reported. */
  function day(
    number: number,
    shares: number | null,
    navUsd: number | null,
    known: Partial<SharesDay> = {},
  ): SharesDay {
    return { daySec: number * DAY, shares, navUsd, aumUsd: null, flowsUsd: null, ...known }
  }

  const split = (number: number, ratio: number): Split => ({ daySec: number * DAY, ratio })
  const computed = (usd: number): Flow => ({ usd, source: 'computed' })
  const reported = (usd: number): Flow => ({ usd, source: 'reported' })
  const unknown: Flow = { usd: null, source: null }

  test.each<[string, SharesDay[], Split[], Flow[]]>([
    ['behavior: nothing known', [], [], []],
    ['behavior: one day has nothing to compare with', [day(1, 100, 10)], [], [unknown]],
    // (120 − 100) × 11, then (90 − 120) × 12: each day's own net asset value counts.
    [
      'default: change of shares × net asset value of the day',
      [day(1, 100, 10), day(2, 120, 11), day(3, 90, 12)],
      [],
      [unknown, computed(220), computed(-360)],
    ],
    [
      'behavior: a move of the value is no flow',
      [day(1, 100, 10), day(2, 100, 15)],
      [],
      [unknown, computed(0)],
    ],
    [
      'behavior: what the fund reports comes first',
      [day(1, 100, 10, { flowsUsd: 7 }), day(2, 120, 11, { flowsUsd: 205 }), day(3, 121, 12)],
      [],
      // (121 − 120) × 12.
      [reported(7), reported(205), computed(12)],
    ],
    [
      'behavior: a reported 0 is a figure',
      [day(1, 100, 10), day(2, 120, 11, { flowsUsd: 0 })],
      [],
      [unknown, reported(0)],
    ],
    // Not reported: 1,320 ÷ 120 = 11 a share, × 20.
    [
      'behavior: the value is assets ÷ shares when not reported',
      [day(1, 100, null), day(2, 120, null, { aumUsd: 1_320 })],
      [],
      [unknown, computed(220)],
    ],
  ])('%s', (_, days, splits, expected) => {
    expect(dailyFlows(days, splits)).toEqual(expected)
  })

  test.each<[string, SharesDay[], Split[], Flow[]]>([
    // 1,000 old shares are 2,000 new ones at half the value: no money moved.
    [
      'default: 2 for 1 alone is no flow',
      [day(1, 1_000, 50), day(2, 2_000, 25)],
      [split(2, 2)],
      [unknown, computed(0)],
    ],
    // 1,000 × 2 = 2,000 were there; 100 new ones at 25.
    [
      'behavior: money that came with it is',
      [day(1, 1_000, 50), day(2, 2_100, 25)],
      [split(2, 2)],
      [unknown, computed(2_500)],
    ],
    // 1,000 ÷ 10 = 100 were there; 20 went at 500.
    [
      'behavior: ten become one',
      [day(1, 1_000, 50), day(2, 80, 500)],
      [split(2, 0.1)],
      [unknown, computed(-10_000)],
    ],
    // Friday is day 5, Monday day 8; the split is dated Sunday, day 7.
    [
      'behavior: dated on a day without trading',
      [day(5, 1_000, 50), day(8, 2_010, 26)],
      [split(7, 2)],
      [unknown, computed(260)],
    ],
    // 1,000 × 2 × 3 = 6,000; 60 more at 9.
    [
      'behavior: two between two days',
      [day(1, 1_000, 50), day(5, 6_060, 9)],
      [split(4, 3), split(2, 2)],
      [unknown, computed(540)],
    ],
    [
      'behavior: before the first day it is past',
      [day(3, 2_000, 25), day(4, 2_000, 25)],
      [split(2, 2)],
      [unknown, computed(0)],
    ],
    [
      'behavior: on the first day it is in its shares',
      [day(2, 2_000, 25), day(3, 2_000, 25)],
      [split(2, 2)],
      [unknown, computed(0)],
    ],
    [
      'behavior: in the future it is not yet',
      [day(1, 1_000, 50), day(2, 1_000, 50)],
      [split(3, 2)],
      [unknown, computed(0)],
    ],
    // Day 2 tells no shares; 1,000 × 2 = 2,000 are waited for: 40 more at 25.
    [
      'behavior: on a day without shares it still counts',
      [day(1, 1_000, 50), day(2, null, 25), day(3, 2_040, 25)],
      [split(2, 2)],
      [unknown, unknown, computed(1_000)],
    ],
    // Not declared: 1,000 new shares at 25 pass for money. Splits must be told.
    [
      'behavior: not declared it cannot be told from money',
      [day(1, 1_000, 50), day(2, 2_000, 25)],
      [],
      [unknown, computed(25_000)],
    ],
  ])('split: %s', (_, days, splits, expected) => {
    expect(dailyFlows(days, splits)).toEqual(expected)
  })

  test.each<[string, SharesDay[], Flow[]]>([
    // Days 2 to 4 have no row: all 30 shares show on day 5.
    [
      'default: a flow over missing days belongs to the later one',
      [day(1, 100, 10), day(5, 130, 12)],
      [unknown, computed(360)],
    ],
    // The same when the rows are there and tell no shares.
    [
      'behavior: rows without shares are a gap too',
      [day(1, 100, 10), day(2, null, 11), day(3, 130, 12)],
      [unknown, unknown, computed(360)],
    ],
    // 30 shares × 12 = 360 came in over two days, of which 100 were reported on the first.
    [
      'behavior: what was reported in between counts once',
      [day(1, 100, 10), day(2, null, 11, { flowsUsd: 100 }), day(3, 130, 12)],
      [unknown, reported(100), computed(260)],
    ],
    // Day 3 reports its own flow and tells shares: day 4 is against those, and the 100 of day 2 are
    // done with.
    [
      'behavior: a reported day with shares settles them',
      [
        day(1, 100, 10),
        day(2, null, 11, { flowsUsd: 100 }),
        day(3, 130, 12, { flowsUsd: 250 }),
        day(4, 131, 13),
      ],
      [unknown, reported(100), reported(250), computed(13)],
    ],
    // Day 2 has 120 shares and no value: its 20 and the 10 of day 3 show on day 3, 30 × 12.
    [
      'behavior: a change that cannot be valued waits for the next value',
      [day(1, 100, 10), day(2, 120, null), day(3, 130, 12)],
      [unknown, unknown, computed(360)],
    ],
    [
      'behavior: what is reported before any shares are known is not subtracted later',
      [day(1, null, null, { flowsUsd: 500 }), day(2, 100, 10), day(3, 101, 10)],
      [reported(500), unknown, computed(10)],
    ],
    // All 100 shares were given back; their value that day was reported.
    ['behavior: down to no shares', [day(1, 100, 10), day(2, 0, 11)], [unknown, computed(-1_100)]],
    [
      'behavior: down to no shares, value not known',
      [day(1, 100, 10), day(2, 0, null, { aumUsd: 0 })],
      [unknown, unknown],
    ],
  ])('gap: %s', (_, days, expected) => {
    expect(dailyFlows(days, [])).toEqual(expected)
  })
})

describe('asset flows', () => {
  const DAY = 86_400
  const flow = (
    asset: string,
    day: number,
    usd: number | null,
    source: 'reported' | 'computed' | null = 'reported',
  ): FundFlow => ({
    asset,
    daySec: day * DAY,
    flow: { usd, source: usd === null ? null : source },
  })
  const total = (
    asset: string,
    day: number,
    totalUsd: number | null,
    source: AssetFlow['source'],
    funds: number,
    fundsUnknown = 0,
  ) => ({
    asset,
    daySec: day * DAY,
    totalUsd,
    source,
    funds,
    fundsUnknown,
  })

  test.each<[string, FundFlow[], AssetFlow[]]>([
    ['behavior: nothing known', [], []],
    // 100 − 30.
    [
      'default: the funds of an asset add up',
      [flow('bitcoin', 1, 100), flow('bitcoin', 1, -30)],
      [total('bitcoin', 1, 70, 'reported', 2)],
    ],
    [
      'behavior: by day, then asset',
      [flow('solana', 2, 1), flow('ethereum', 2, 2), flow('solana', 1, 3), flow('bitcoin', 3, 4)],
      [
        total('solana', 1, 3, 'reported', 1),
        total('ethereum', 2, 2, 'reported', 1),
        total('solana', 2, 1, 'reported', 1),
        total('bitcoin', 3, 4, 'reported', 1),
      ],
    ],
    [
      'behavior: computed and reported figures are distinguished',
      [
        flow('bitcoin', 1, 5, 'computed'),
        flow('bitcoin', 1, 6, 'computed'),
        flow('ethereum', 1, 5, 'computed'),
        flow('ethereum', 1, 6),
      ],
      [total('bitcoin', 1, 11, 'computed', 2), total('ethereum', 1, 11, 'mixed', 2)],
    ],
    [
      'behavior: a fund whose flow is not known is counted, not added',
      [flow('bitcoin', 1, null), flow('bitcoin', 1, 6), flow('bitcoin', 1, null)],
      [total('bitcoin', 1, 6, 'reported', 1, 2)],
    ],
    [
      'behavior: no flow known is null, not 0',
      [flow('bitcoin', 1, null)],
      [total('bitcoin', 1, null, null, 0, 1)],
    ],
    [
      'behavior: flows that cancel out are 0',
      [flow('bitcoin', 1, 5), flow('bitcoin', 1, -5)],
      [total('bitcoin', 1, 0, 'reported', 2)],
    ],
    // Mixed stays mixed, whichever comes last.
    [
      'behavior: the order of sources does not matter',
      [flow('bitcoin', 1, 1), flow('bitcoin', 1, 1, 'computed'), flow('bitcoin', 1, 1)],
      [total('bitcoin', 1, 3, 'mixed', 3)],
    ],
  ])('%s', (_, flows, expected) => {
    expect(assetFlows(flows)).toEqual(expected)
  })
})
