import { describe, expect, test } from 'vitest'
import { day, schedule } from '../schedules-for-tests.ts'
import { sectionCurve } from './section-curve.ts'
import { nextEvent, type UnlockEvent, unlockEvents } from './unlock-events.ts'

const cliff = (at: string, amount: number) => ({ type: 'cliff', at, amount })
const line = (from: string, to: string, amount: number) => ({ type: 'linear', from, to, amount })
const section = (label: string, category: string, ...unlocks: object[]) => ({
  label,
  category,
  unlocks,
})
/** The events of sections as a person would write them. */
const eventsOf = (...sections: object[]) =>
  unlockEvents(schedule({ sections }).sections.map((one) => sectionCurve(one, undefined)))
/** Time, category, type and tokens of each event. */
const told = (...sections: object[]) =>
  eventsOf(...sections).map(({ timestamp, category, unlockType, noOfTokens }) => [
    new Date(timestamp * 1000).toISOString().slice(0, 10),
    category,
    unlockType,
    noOfTokens,
  ])

describe('cliffs', () => {
  test('default: one event for each, with the exact amount', () => {
    expect(eventsOf(section('Team', 'insiders', cliff('2024-02-29', 1_234_567.5)))).toEqual([
      {
        description: 'Team: {tokens[0]} tokens unlock at once on {timestamp}',
        timestamp: day('2024-02-29'),
        noOfTokens: [1_234_567.5],
        category: 'insiders',
        unlockType: 'cliff',
      },
    ])
  })

  test('behavior: steps are cliffs, at the timestamps where the chart has them', () => {
    expect(
      told(
        section('A', 'insiders', {
          type: 'step',
          from: '2024-01-31',
          every: '1 month',
          steps: 2,
          amountPerStep: 5,
        }),
      ),
    ).toEqual([
      ['2024-02-29', 'insiders', 'cliff', [5]],
      ['2024-03-31', 'insiders', 'cliff', [5]],
    ])
  })

  test('behavior: same timestamp, category and type are one event that names all its sections', () => {
    const merged = eventsOf(
      section('Team', 'insiders', cliff('2024-03-01', 10), cliff('2024-03-01', 5)),
      section('Advisors', 'insiders', cliff('2024-03-01', 7)),
      section('Sale', 'publicSale', cliff('2024-03-01', 1)),
      section('Late', 'insiders', cliff('2024-03-01T00:01Z', 2)),
    )
    expect(
      merged.map(({ description, noOfTokens }) => [description.split(':')[0], noOfTokens]),
    ).toEqual([
      ['Team, Advisors', [22]],
      ['Sale', [1]],
      ['Late', [2]],
    ])
  })
})

describe('changes of pace', () => {
  test('default: where a line begins and where it ends, in tokens a week', () => {
    // 7,000 in 70 days: 700 a week.
    expect(eventsOf(section('Team', 'insiders', line('2024-01-01', '2024-03-11', 7_000)))).toEqual([
      {
        description:
          'Team: weekly unlocks go from {tokens[0]} to {tokens[1]} tokens on {timestamp}',
        timestamp: day('2024-01-01'),
        noOfTokens: [0, 700],
        category: 'insiders',
        unlockType: 'linear',
        rateDurationDays: 70,
      },
      {
        description:
          'Team: weekly unlocks go from {tokens[0]} to {tokens[1]} tokens on {timestamp}',
        timestamp: day('2024-03-11'),
        noOfTokens: [700, 0],
        category: 'insiders',
        unlockType: 'linear',
      },
    ])
  })

  test('behavior: lines that overlap add up, and lines that meet are one change', () => {
    expect(
      told(
        section(
          'A',
          'insiders',
          line('2024-01-01', '2024-01-15', 20),
          line('2024-01-08', '2024-01-15', 5),
          line('2024-01-15', '2024-01-22', 30),
        ),
      ),
    ).toEqual([
      ['2024-01-01', 'insiders', 'linear', [0, 10]],
      ['2024-01-08', 'insiders', 'linear', [10, 15]],
      ['2024-01-15', 'insiders', 'linear', [15, 30]],
      ['2024-01-22', 'insiders', 'linear', [30, 0]],
    ])
  })

  test('behavior: four significant digits', () => {
    // 100,000 in 70 days are 10,000 a week; 123,456 in 70 days are 12,345.6, told as 12,350.
    expect(told(section('A', 'insiders', line('2024-01-01', '2024-03-11', 123_456)))[0]).toEqual([
      '2024-01-01',
      'insiders',
      'linear',
      [0, 12_350],
    ])
  })

  test('behavior: a change below 0.1% is none, but many of them are', () => {
    // 10,000 a week, then 10,009 (0.09% of it), 10,018 (0.18% of the 10,000 that was told last),
    // then the end.
    expect(
      told(
        section(
          'A',
          'insiders',
          line('2024-01-01', '2024-01-08', 10_000),
          line('2024-01-08', '2024-01-15', 10_009),
          line('2024-01-15', '2024-01-22', 10_018),
        ),
      ),
    ).toEqual([
      ['2024-01-01', 'insiders', 'linear', [0, 10_000]],
      ['2024-01-15', 'insiders', 'linear', [10_000, 10_020]],
      ['2024-01-22', 'insiders', 'linear', [10_020, 0]],
    ])
  })

  test('behavior: sections of one category that change together are one event, lasting until the first of them changes again', () => {
    const [first, second, third] = eventsOf(
      section('A', 'farming', line('2024-01-01', '2024-01-15', 20)),
      section('B', 'farming', line('2024-01-01', '2024-01-08', 5)),
    )
    expect(first).toMatchObject({ noOfTokens: [0, 15], rateDurationDays: 7 })
    // Only what changes is told: B ends, A goes on.
    expect(second).toMatchObject({
      timestamp: day('2024-01-08'),
      noOfTokens: [5, 0],
    })
    expect(third).toMatchObject({ timestamp: day('2024-01-15'), noOfTokens: [10, 0] })
  })

  test('behavior: a pause ends one pace and begins another', () => {
    const events = eventsOf(
      section(
        'A',
        'farming',
        line('2024-01-01', '2024-01-08', 5),
        line('2024-02-05', '2024-02-12', 6),
      ),
    )
    expect(
      events.map(({ noOfTokens, rateDurationDays }) => [noOfTokens, rateDurationDays]),
    ).toEqual([
      [[0, 5], 7],
      [[5, 0], undefined],
      [[0, 6], 7],
      [[6, 0], undefined],
    ])
  })

  test('behavior: each period of a decay is a change', () => {
    // 700 over three spans of a week, each half the one before: 400, 200, 100.
    const decay = {
      type: 'decay',
      from: '2024-01-01',
      to: '2024-01-22',
      every: '1 week',
      decreasePct: 50,
      amount: 700,
    }
    expect(told(section('A', 'farming', decay)).map(([, , , tokens]) => tokens)).toEqual([
      [0, 400],
      [400, 200],
      [200, 100],
      [100, 0],
    ])
  })
})

test('behavior: in order of time; at one timestamp cliffs first, then by category', () => {
  expect(
    told(
      section('D', 'staking', cliff('2024-01-08', 1)),
      section('A', 'insiders', line('2024-01-08', '2024-01-15', 7)),
      section('B', 'airdrop', cliff('2024-01-08', 1)),
      section('C', 'publicSale', cliff('2024-01-01', 1)),
    ).map(([at, category, type]) => `${at} ${category} ${type}`),
  ).toEqual([
    '2024-01-01 publicSale cliff',
    '2024-01-08 airdrop cliff',
    '2024-01-08 staking cliff',
    '2024-01-08 insiders linear',
    '2024-01-15 insiders linear',
  ])
})

test('behavior: burns and recorded sections announce nothing', () => {
  expect(
    told(
      { ...section('A', 'farming', cliff('2024-01-01', 1)), burn: true },
      { label: 'B', category: 'farming', recorded: true },
    ),
  ).toEqual([])
})

const cliffEvent = (timestamp: number, amount: number): UnlockEvent => ({
  description: '',
  timestamp,
  noOfTokens: [amount],
  category: 'insiders',
  unlockType: 'cliff',
})
const pace = (timestamp: number, before: number, after: number): UnlockEvent => ({
  ...cliffEvent(timestamp, 0),
  noOfTokens: [before, after],
  unlockType: 'linear',
})

test.each([
  {
    name: 'the first after now',
    events: [cliffEvent(100, 1), cliffEvent(200, 2), cliffEvent(300, 3)],
    date: 200,
    toUnlock: 2,
  },
  {
    name: 'an event now has happened',
    events: [cliffEvent(150, 1), cliffEvent(300, 3)],
    date: 300,
    toUnlock: 3,
  },
  {
    name: 'cliffs of one timestamp together',
    events: [cliffEvent(200, 2), cliffEvent(200, 5), cliffEvent(201, 9)],
    date: 200,
    toUnlock: 7,
  },
  {
    name: 'a cliff, not the pace that changes with it',
    events: [cliffEvent(200, 2), pace(200, 0, 50)],
    date: 200,
    toUnlock: 2,
  },
  { name: 'the new weekly pace', events: [pace(200, 10, 50)], date: 200, toUnlock: 50 },
  {
    name: 'new paces of one timestamp together',
    events: [pace(200, 10, 50), pace(200, 0, 7)],
    date: 200,
    toUnlock: 57,
  },
  { name: 'an end unlocks nothing', events: [pace(200, 10, 0)], date: 200, toUnlock: 0 },
])('behavior: $name', ({ events, date, toUnlock }) => {
  expect(nextEvent(events, 150, null)).toEqual({ date, toUnlock, proportion: null })
})

test.each([
  ['no events', []],
  ['only past ones', [cliffEvent(100, 1), cliffEvent(150, 1)]],
])('behavior: null when there are %s', (_, events) => {
  expect(nextEvent(events, 150, 100)).toBeNull()
})

test.each([
  ['a share of the supply', 80, 0.25],
  ['null when the supply is not known', null, null],
  ['null when there is none', 0, null],
])('behavior: the proportion is %s', (_, supply, proportion) => {
  expect(nextEvent([cliffEvent(200, 20)], 150, supply)?.proportion).toBe(proportion)
})
