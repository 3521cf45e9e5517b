import { describe, expect, test } from 'vitest'
import { HOUR_SEC } from '../../../lib/clock.ts'
import type { ReadingInput, Watch } from '../../model/watch.ts'
import { FLOW, inputOf, LEVEL, PRICE, START_SEC, stepOf } from '../series-for-tests.ts'
import { SeriesPast } from '../series-past.ts'
import { type Candidate, type Guard, TOTAL } from './guard.ts'
import { drop, spike, unitError } from './jumps.ts'
import { bounds, duplicate, newListing, signError } from './limits.ts'
import { unpriced, vanishedPart } from './parts.ts'
import { readGuardSettings } from './settings.ts'
import { stale } from './stale.ts'

const NOW = START_SEC + 100 * 24 * HOUR_SEC
const RATE: Watch = { ...PRICE, value: 'apyPct', nature: 'rate', unit: 'percent', signed: true }

const POINT = { isCarried: false, parts: undefined }

/** A series that had these values, the last of them one step before the reading. */
function pastOf(
  watch: Watch,
  values: readonly number[],
  parts?: Record<string, number>,
): SeriesPast {
  const past = new SeriesPast()
  for (const [index, value] of values.entries())
    past.load({
      ...POINT,
      atSec: NOW - (values.length - index) * stepOf(watch),
      lines: [[TOTAL, value]],
    })
  past.parts = parts === undefined ? undefined : new Map(Object.entries(parts))
  return past
}

function reading(watch: Watch, value: number, more: Partial<Candidate> = {}): Candidate {
  const plain = {
    watch,
    series: '{}',
    atSec: NOW,
    nowSec: NOW,
    lines: new Map([[TOTAL, value]]),
    parts: new Map<string, number>(),
  }
  return { ...plain, contradicted: [], equalSeries: [], inputs: [], ...more }
}

const parts = (of: Record<string, number>) => {
  const total = Object.values(of).reduce((sum, value) => sum + value, 0)
  return { parts: new Map(Object.entries(of)), lines: new Map([[TOTAL, total]]) }
}

/** What a guard says: nothing, or how grave it is. */
const say = (guard: Guard, one: Candidate, past: SeriesPast) =>
  guard.check(one, past, readGuardSettings())[0]
const finding = (guard: Guard, one: Candidate, past: SeriesPast) =>
  say(guard, one, past)?.severity ?? 'pass'
const week = (value: number) => Array.from({ length: 7 * 24 }, () => value)
const month = (value: number) => Array.from({ length: 30 }, () => value)

describe('bounds', () => {
  test.each<[string, Watch, number, string]>([
    ['300 bn is the most a protocol may hold', LEVEL, 300e9, 'pass'],
    ['a dollar more is held', LEVEL, 300e9 + 1, 'hold'],
    ['nothing that stands is negative', LEVEL, -1, 'hold'],
    ['200 bn is the most of a day', FLOW, 200e9 + 1, 'hold'],
    ['a day may be negative', FLOW, -5, 'pass'],
    ['what is no number is held', PRICE, Number.NaN, 'hold'],
  ])('default: %s', (_, watch, value, expected) => {
    expect(finding(bounds, reading(watch, value), pastOf(watch, []))).toBe(expected)
  })

  test('behavior: one negative part is enough, and the reason names it', () => {
    const one = reading(LEVEL, 0, parts({ 'base/tvl': -3, 'ethereum/tvl': 10 }))
    expect(say(bounds, one, pastOf(LEVEL, []))).toMatchObject({
      reason: 'tvlUsd of base/tvl is -3, below zero.',
      release: 'person',
    })
  })
})

describe('spike', () => {
  test.each<[string, Watch, number[], number, string]>([
    ['×2.1 above 10 M', LEVEL, week(6e6), 12.6e6, 'hold'],
    ['×1.9 above 10 M', LEVEL, week(6e6), 11.4e6, 'pass'],
    ['×4.9 below 10 M', LEVEL, week(1e6), 4.9e6, 'pass'],
    ['×5.1 below 10 M', LEVEL, week(1e6), 5.1e6, 'hold'],
    ['×9 that stays under 1 M', LEVEL, week(1e5), 9e5, 'pass'],
    ['×3 from the last hour, but the week was there', LEVEL, [...week(30e6), 10e6], 30e6, 'pass'],
    [
      '×3 from the week, but the last hour was there',
      LEVEL,
      [...week(10e6), 29e6, 29e6],
      30e6,
      'pass',
    ],
    ['a day of ×12 and twice the month’s largest', FLOW, month(2e6), 24e6, 'hold'],
    [
      'a day of ×12 after one of ×7 is only flagged',
      FLOW,
      [...month(2e6).slice(1), 14e6],
      24e6,
      'flag',
    ],
    ['a day of ×4', FLOW, month(5e6), 20e6, 'pass'],
    ['a price of ×2.1', PRICE, week(0.01), 0.021, 'hold'],
    ['a rate of ×6 that stays under 20%', RATE, week(3), 18, 'pass'],
  ])('default: %s', (_, watch, past, value, expected) => {
    expect(finding(spike, reading(watch, value), pastOf(watch, past))).toBe(expected)
  })

  test('behavior: a section is checked by itself, and the reason has the figures', () => {
    const past = pastOf(LEVEL, week(1e9))
    for (let hour = 1; hour <= 48; hour++)
      past.load({ ...POINT, atSec: NOW - hour * HOUR_SEC, lines: [['staking', 8e6]] })
    const one = reading(LEVEL, 1e9, {
      lines: new Map([
        [TOTAL, 1.012e9],
        ['staking', 20e6],
      ]),
    })
    expect(say(spike, one, past)).toEqual({
      guard: 'spike',
      severity: 'hold',
      release: 'person',
      reason:
        'tvlUsd of staking is 20 M: ×2.5 from 8 M before and ×2.5 from 8 M, the median of 7 days; the limit is ×2.',
    })
  })
})

describe('drop', () => {
  test.each<[string, Watch, number[], number, string]>([
    ['51% in an hour', LEVEL, week(1e6), 0.49e6, 'hold'],
    ['49% in an hour', LEVEL, week(1e6), 0.51e6, 'pass'],
    ['all of less than 100 k', LEVEL, week(1e5), 0, 'pass'],
    ['a weekend of a tenth less than half', FLOW, month(1e6), 0.4e6, 'pass'],
    [
      'a day of 5% of the median that is below half of the smallest',
      FLOW,
      month(1e6),
      0.05e6,
      'hold',
    ],
    ['a day of 5% in a month that had one of 6%', FLOW, [...month(1e6), 0.06e6], 0.05e6, 'flag'],
    ['a price that lost 60%', PRICE, week(2), 0.8, 'hold'],
    ['a rate that fell to nothing', RATE, week(30), 0, 'pass'],
  ])('default: %s', (_, watch, past, value, expected) => {
    expect(finding(drop, reading(watch, value), pastOf(watch, past))).toBe(expected)
  })

  test.each([
    [11, 0.4e6, 'hold'],
    [13, 0.4e6, 'pass'],
    [13, 0.2e6, 'hold'],
    [49, 0.2e6, 'pass'],
  ])('behavior: after %i hours without a reading %f is %s', (hours, value, expected) => {
    const past = new SeriesPast()
    past.load({ ...POINT, atSec: NOW - hours * HOUR_SEC, lines: [[TOTAL, 1e6]] })
    expect(finding(drop, reading(LEVEL, value), past)).toBe(expected)
  })
})

describe('vanished-part and unpriced', () => {
  const before = { 'ethereum/tvl': 6e6, 'base/tvl': 3e6, 'base/staking': 1e6 }
  test.each<[string, Record<string, number>, string, string]>([
    ['30% are gone', { 'ethereum/tvl': 6e6, 'base/staking': 1e6 }, 'hold', 'pass'],
    ['10% are gone', { 'ethereum/tvl': 6e6, 'base/tvl': 3e6 }, 'flag', 'pass'],
    ['two parts of 40% together', { 'ethereum/tvl': 6e6 }, 'hold', 'pass'],
    [
      '30% are there without a price',
      { 'ethereum/tvl': 6e6, 'base/tvl': 0, 'base/staking': 1e6 },
      'pass',
      'hold',
    ],
    [
      '10% are there without a price',
      { 'ethereum/tvl': 6e6, 'base/tvl': 3e6, 'base/staking': 0 },
      'pass',
      'flag',
    ],
    ['a part is new', { ...before, 'scroll/tvl': 1 }, 'pass', 'pass'],
  ])('default: %s', (_, now, vanished, without) => {
    const one = reading(LEVEL, 0, parts(now))
    expect([
      finding(vanishedPart, one, pastOf(LEVEL, [], before)),
      finding(unpriced, one, pastOf(LEVEL, [], before)),
    ]).toEqual([vanished, without])
  })

  test('behavior: many tokens that lose their price are flagged however little they were worth', () => {
    // One of nine parts more than before: 11% by count, 0.1% by value.
    const names = Array.from({ length: 8 }, (_, index) => [`t${index}`, 1e6] as const)
    const one = reading(LEVEL, 0, parts(Object.fromEntries([...names, ['dust', 0]])))
    const past = pastOf(LEVEL, [], Object.fromEntries([...names, ['dust', 8e3]]))
    expect(say(unpriced, one, past)).toMatchObject({
      severity: 'flag',
      reason:
        '1 of 9 parts are worth nothing, 0 were before; dust among them: 8000 or 0.0999% of the value has no price.',
    })
  })

  test('behavior: the reason says what is gone', () => {
    expect(
      say(
        vanishedPart,
        reading(LEVEL, 0, parts({ 'ethereum/tvl': 6e6 })),
        pastOf(LEVEL, [], before),
      )?.reason,
    ).toBe('2 of 3 parts are gone, base/tvl among them: 4 M or 40% of what was there.')
  })
})

const outdatedInput = (tokens: number) =>
  inputOf({ tokens, valueUsd: null, outdated: { priceUsd: 1, atSec: NOW - 25 * HOUR_SEC } })
const agedInput = (hours: number) => inputOf({ valueUsd: 5, priceSec: NOW - hours * HOUR_SEC })

describe('stale', () => {
  test.each<[string, Partial<Candidate>, string]>([
    ['eleven minutes ahead', { atSec: NOW + 660 }, 'hold'],
    ['nine minutes ahead', { atSec: NOW + 540 }, 'pass'],
    // 5 are counted. 2 more at a price of 25 hours ago are 2 of 7, over a fifth; 1 is 1 of 6.
    ['two tokens whose price is of 25 hours ago', { inputs: [outdatedInput(2)] }, 'hold'],
    ['one of them', { inputs: [outdatedInput(1)] }, 'flag'],
    ['a twentieth of one', { inputs: [outdatedInput(0.05)] }, 'pass'],
    // The reading before was 11.5 hours after it.
    ['a price of 12.5 hours ago', { inputs: [agedInput(12.5)] }, 'flag'],
    ['a price of 12 hours ago', { inputs: [agedInput(12)] }, 'pass'],
    ['a price of 14 hours ago, which was flagged before', { inputs: [agedInput(14)] }, 'pass'],
  ])('default: %s', (_, more, expected) => {
    expect(finding(stale, reading(LEVEL, 5, more), pastOf(LEVEL, [1, 2, 3]))).toBe(expected)
  })

  test.each<[string, Watch, number, string]>([
    ['23 readings of the same', LEVEL, 23, 'pass'],
    ['24 of them are a day', LEVEL, 24, 'flag'],
    ['after that it is known', LEVEL, 25, 'pass'],
    ['a supply may stand still', { ...LEVEL, mayRepeat: true }, 24, 'pass'],
  ])('behavior: %s', (_, watch, count, expected) => {
    const past = pastOf(watch, [7, ...Array.from({ length: count }, () => 5)])
    expect(finding(stale, reading(watch, 5), past)).toBe(expected)
  })
})

describe('new-listing', () => {
  test.each<[string, number[], number, string]>([
    ['a first reading above 1 bn', [], 1.1e9, 'hold'],
    ['a first reading of 0.9 bn', [], 0.9e9, 'pass'],
    ['any later one', [1e6], 1.1e9, 'pass'],
  ])('default: %s', (_, past, value, expected) => {
    expect(finding(newListing, reading(LEVEL, value), pastOf(LEVEL, past))).toBe(expected)
  })
})

describe('unit-error', () => {
  test.each<[string, Watch, number[], number, string]>([
    ['×100', LEVEL, week(2e6), 2e8, 'hold'],
    ['×130, which is 10^2.11', LEVEL, week(2e6), 2.6e8, 'hold'],
    ['×300, which is 10^2.48, is another guard’s', LEVEL, week(2e6), 6e8, 'pass'],
    ['×10 is no matter of decimals', LEVEL, week(2e6), 2e7, 'pass'],
    ['÷10^12', LEVEL, week(2e6), 2e-6, 'hold'],
    ['small change', LEVEL, week(90), 9_000, 'pass'],
    ['a price of ×1000', PRICE, week(0.002), 2, 'hold'],
    ['a level that is there already', LEVEL, [...week(2e6), 2e8], 2e8, 'pass'],
    ['a day of ×100', FLOW, month(2e6), 2e8, 'hold'],
    [
      'a day of ×100 in a month that had one of ×30',
      FLOW,
      [...month(2e6).slice(1), 6e7],
      2e8,
      'pass',
    ],
  ])('default: %s', (_, watch, past, value, expected) => {
    expect(finding(unitError, reading(watch, value), pastOf(watch, past))).toBe(expected)
  })
})

describe('unit-error of ×10 and ÷10', () => {
  // 2,000 tokens at 100 dollars each are the level of a week.
  const level = { tokens: 2_000, priceUsd: 100, usualPriceUsd: 100, valueUsd: 2e5 }
  test.each<[string, number, Partial<ReadingInput>, string]>([
    ['more tokens than there are', 2e6, { ...level, tokens: 20_000, supplyTokens: 15_000 }, 'hold'],
    ['as many as there are', 2e6, { ...level, tokens: 20_000, supplyTokens: 20_000 }, 'pass'],
    ['a price of ×10', 2e6, { ...level, priceUsd: 1_000 }, 'hold'],
    ['a price of ÷10', 2e4, { ...level, priceUsd: 10 }, 'hold'],
    ['a price as usual', 2e4, { ...level, tokens: 200 }, 'pass'],
    ['other decimals', 2e4, { ...level, tokens: 200, decimals: 19, statedDecimals: 18 }, 'hold'],
    ['a contradiction, but no slip', 4e5, { ...level, priceUsd: 1_000 }, 'pass'],
  ])('default: %s', (_, value, input, expected) => {
    const one = reading(LEVEL, value, { inputs: [inputOf({ ...input, valueUsd: value })] })
    expect(finding(unitError, one, pastOf(LEVEL, week(2e5)))).toBe(expected)
  })

  test('behavior: the reason says what contradicts it', () => {
    const input = inputOf({ tokens: 20_000, valueUsd: 2e6, supplyTokens: 15_000 })
    const one = reading(LEVEL, 2e6, { inputs: [input] })
    expect(say(unitError, one, pastOf(LEVEL, week(2e5)))).toMatchObject({
      release: 'person',
      reason:
        'tvlUsd is 2 M, about 10^1 times 200 k, the median of 7 days: the decimals look wrong. It counts 20 k COIN, and there are only 15 k.',
    })
  })
})

describe('what releases a jump', () => {
  // From 6 M to 18 M, or down to 2 M.
  test.each<[string, Partial<ReadingInput>[], string]>([
    ['nothing is known of it', [], 'person'],
    ['dollars that a module states', [{ coin: null, tokens: null, priceUsd: null }], 'person'],
    ['tokens of which there are more', [{ tokens: 9, supplyTokens: 10 }], 'agreement'],
    ['tokens of which there are fewer', [{ tokens: 9, supplyTokens: 8 }], 'person'],
    ['the coin of the chain', [{ coin: `base:0x${'0'.repeat(40)}` }], 'agreement'],
    ['a token that does not say how many there are', [{}], 'person'],
    ['a price that tripled', [{ tokens: 18e6, usualPriceUsd: 1 / 3, priceUsd: 1 }], 'agreement'],
  ])('default: %s', (_, inputs, release) => {
    const one = reading(LEVEL, 18e6, {
      inputs: inputs.map((input) => inputOf({ valueUsd: 18e6, ...input })),
    })
    expect(say(spike, one, pastOf(LEVEL, week(6e6)))?.release).toBe(release)
    if (inputs[0]?.usualPriceUsd !== undefined) return
    const fallen = { ...one, lines: new Map([[TOTAL, 2e6]]) }
    expect(say(drop, fallen, pastOf(LEVEL, week(6e6)))?.release).toBe(release)
  })

  test('behavior: a price must be sure, a rate is of its own day', () => {
    const price = (confidence: number) => reading(PRICE, 3, { inputs: [inputOf({ confidence })] })
    expect(say(spike, price(0.89), pastOf(PRICE, week(1)))?.release).toBe('person')
    expect(say(spike, price(0.9), pastOf(PRICE, week(1)))?.release).toBe('agreement')
    expect(say(spike, reading(RATE, 60), pastOf(RATE, week(10)))?.release).toBe('agreement')
  })
})

describe('unpriced at the first reading', () => {
  const without = (line: string) => inputOf({ line, valueUsd: null, priceUsd: null })
  test.each<[string, ReadingInput[], number[], string]>([
    ['no amount has a price', [without('tvl'), without('staking')], [], 'hold'],
    ['a section without a price', [without('tvl'), inputOf({ line: 'staking' })], [], 'hold'],
    ['one of two tokens of a section', [without('tvl'), inputOf()], [], 'pass'],
    ['tokens of which there are none', [{ ...without('tvl'), tokens: 0 }], [], 'pass'],
    ['nothing at all', [], [], 'pass'],
    ['the same after a person released the 0', [without('')], [0], 'pass'],
    ['a value before', [without('')], [5e6], 'hold'],
  ])('default: %s', (_, inputs, past, expected) => {
    expect(finding(unpriced, reading(LEVEL, 0, { inputs }), pastOf(LEVEL, past))).toBe(expected)
  })
})

describe('sign-error', () => {
  test.each<[string, number[], number, string]>([
    ['a first day below zero', [5e4, 6e4], -5.5e4, 'hold'],
    ['a series that was below zero before', [5e4, -1e4], -5.5e4, 'pass'],
    ['less than the floor of 1,000', [5e4, 6e4], -900, 'pass'],
    ['nothing before it', [], -5.5e4, 'pass'],
  ])('default: %s', (_, past, value, expected) => {
    expect(finding(signError, reading(FLOW, value), pastOf(FLOW, past))).toBe(expected)
  })

  test('behavior: a part that turned is flagged', () => {
    // 3 of 3 + 10 in size are 23%, over the 10% that count.
    const one = reading(FLOW, 0, parts({ base: -3e6, ethereum: 10e6 }))
    expect(finding(signError, one, pastOf(FLOW, [13e6], { base: 3e6, ethereum: 10e6 }))).toBe(
      'flag',
    )
  })
})

describe('duplicate', () => {
  test.each<[string, Partial<Candidate>, string]>([
    ['two figures for one row', { contradicted: ['base/tvl'] }, 'hold'],
    ['the figure of another protocol', { equalSeries: ['{"protocol":"other"}'] }, 'flag'],
    ['neither', {}, 'pass'],
  ])('default: %s', (_, more, expected) => {
    expect(finding(duplicate, reading(LEVEL, 123_456.78, more), pastOf(LEVEL, []))).toBe(expected)
  })

  test('behavior: small figures may be equal by chance', () => {
    expect(
      finding(duplicate, reading(LEVEL, 100, { equalSeries: ['{}'] }), pastOf(LEVEL, [])),
    ).toBe('pass')
  })
})
