import { describe, expect, test } from 'vitest'
import { day, written } from '../schedules-for-tests.ts'
import { checkSchedule } from './check-schedule.ts'

const CLIFF = { type: 'cliff', at: '2024-01-01', amount: 5 }
const LINE = { type: 'linear', from: '2024-01-01', to: '2024-02-01', amount: 5 }
const team = (...unlocks: unknown[]) => ({ label: 'Team', category: 'insiders', unlocks })
/** Everything that is said of a schedule that is not right. */
const problemsOf = (value: unknown) =>
  checkSchedule(value).problems.map(({ path, problem }) => `${path.join('.')}: ${problem}`)
const problemsOfUnlock = (unlock: unknown) =>
  problemsOf(written({ sections: [team(unlock)] })).map((line) =>
    line.replace('sections.0.unlocks.0', '…'),
  )

describe('good schedules', () => {
  test('default: as little as a schedule can say', () => {
    expect(checkSchedule(written({ sections: [team(CLIFF)] }))).toEqual({
      problems: [],
      schedule: {
        name: 'Alpha',
        token: 'ethereum:0xa1',
        aggregatorId: null,
        protocolIds: [],
        chain: 'ethereum',
        total: null,
        sources: [],
        notes: [],
        isDemo: false,
        sections: [
          {
            label: 'Team',
            category: 'insiders',
            isIncentive: false,
            isBurn: false,
            isRecorded: false,
            allocation: null,
            unlocks: [{ type: 'cliff', atSec: day('2024-01-01'), amount: 5 }],
          },
        ],
      },
    })
  })

  test('behavior: each kind of unlock; `for` is a length by the calendar', () => {
    const unlocks = [
      LINE,
      { type: 'linear', from: '2024-01-31', for: '1 month', amount: 5 },
      { type: 'step', from: '2024-01-31', every: '3 months', steps: 4, amountPerStep: 2.5 },
      {
        type: 'decay',
        from: 1_704_067_200,
        for: '2 years',
        every: '1 year',
        decreasePct: 20,
        amount: 9,
      },
    ]
    expect(
      checkSchedule(written({ sections: [team(...unlocks)] })).schedule?.sections[0]?.unlocks,
    ).toEqual([
      { type: 'linear', fromSec: day('2024-01-01'), toSec: day('2024-02-01'), amount: 5 },
      { type: 'linear', fromSec: day('2024-01-31'), toSec: day('2024-02-29'), amount: 5 },
      {
        type: 'step',
        fromSec: day('2024-01-31'),
        every: { months: 3 },
        steps: 4,
        amountPerStep: 2.5,
      },
      {
        type: 'decay',
        fromSec: day('2024-01-01'),
        toSec: day('2026-01-01'),
        every: { months: 12 },
        decreasePct: 20,
        amount: 9,
      },
    ])
  })

  test('behavior: names come into their one spelling; the chain may be distinguished from the token', () => {
    const names = { token: 'Ethereum:0xAB', chain: 'OP Mainnet', sections: [team(CLIFF)] }
    expect(checkSchedule(written(names)).schedule).toMatchObject({
      token: 'ethereum:0xab',
      chain: 'optimism',
    })
    const ofSource = { token: 'aggregator:Alpha', sections: [team(CLIFF)] }
    expect(checkSchedule(written(ofSource)).schedule).toMatchObject({
      token: 'aggregator:alpha',
      chain: null,
    })
  })

  test.each([
    ['farming', {}, true],
    ['staking', {}, true],
    ['airdrop', {}, false],
    ['liquidity', {}, false],
    ['insiders', {}, false],
    // A section may know better, and what is burned is paid to nobody.
    ['airdrop', { incentive: true }, true],
    ['staking', { incentive: false }, false],
    ['farming', { burn: true }, false],
  ])('behavior: %s with %j is an incentive: %s', (category, more, isIncentive) => {
    const sections = [{ label: 'A', category, unlocks: [CLIFF], ...more }]
    expect(checkSchedule(written({ sections })).schedule?.sections[0]?.isIncentive).toBe(
      isIncentive,
    )
  })

  test('behavior: a recorded section, with and without an allocation', () => {
    const recorded = { label: 'A', category: 'farming', recorded: true }
    const found = checkSchedule(
      written({ sections: [recorded, { ...recorded, label: 'B', allocation: 7 }] }),
    ).schedule?.sections
    expect(
      found?.map(({ isRecorded, allocation, unlocks }) => [isRecorded, allocation, unlocks]),
    ).toEqual([
      [true, null, []],
      [true, 7, []],
    ])
  })

  test('behavior: the sections may give all of the total, but for the error of decimal fractions', () => {
    const thirds = [0.1, 0.2].map((amount, index) => ({
      ...team({ ...CLIFF, amount }),
      label: `T${index}`,
    }))
    expect(problemsOf(written({ total: 0.3, sections: thirds }))).toEqual([])
  })
})

describe('whole schedules that are not right', () => {
  test.each<[string, unknown, string[]]>([
    [
      'nothing',
      null,
      [
        ': must be an object',
        'token: is missing; it must be a text of 1 to 300 characters',
        'name: is missing; it must be a text of 1 to 200 characters',
        'sections: is missing; it must be a list of 1 to 40 objects',
      ],
    ],
    [
      'no sections',
      written({ sections: [] }),
      ['sections: must be a list of 1 to 40 objects, not []'],
    ],
    [
      'a token that is none',
      written({ token: 'ALPHA', sections: [team(CLIFF)] }),
      ['token: must be a coin id: <chain>:<address> or aggregator:<id>'],
    ],
    [
      'a chain that is none',
      written({ chain: 'atlantis', sections: [team(CLIFF)] }),
      ['chain: is no chain of data/chains.json'],
    ],
    [
      'a slip of the pen',
      written({ sourcs: [], sections: [team(CLIFF)] }),
      ['sourcs: is unknown; did you mean sources?'],
    ],
    [
      'a label twice',
      written({ sections: [team(CLIFF), { ...team(CLIFF), label: 'team' }] }),
      ['sections.1.label: is the label of another section too'],
    ],
    [
      'more than the total',
      written({ total: 9, sections: [team(CLIFF, CLIFF)] }),
      ['total: is 9, but the sections add up to 10'],
    ],
    [
      'more than the total with an allocation',
      written({
        total: 11,
        sections: [
          team(CLIFF),
          { label: 'R', category: 'farming', recorded: true, allocation: 7.25 },
        ],
      }),
      ['total: is 11, but the sections add up to 12.25'],
    ],
    [
      'a category that is none',
      written({ sections: [{ ...team(CLIFF), category: 'team' }] }),
      [
        'sections.0.category: must be one of insiders, publicSale, privateSale, airdrop, farming, noncirculating, liquidity, staking, not "team"',
      ],
    ],
    [
      'records and unlocks',
      written({ sections: [{ ...team(CLIFF), recorded: true }] }),
      ['sections.0.unlocks: has no place in a recorded section: its figures are records'],
    ],
    [
      'records that burn',
      written({ sections: [{ label: 'A', category: 'farming', recorded: true, burn: true }] }),
      ['sections.0.burn: has no place in a recorded section: a record that falls is a burn'],
    ],
    [
      'an allocation without records',
      written({ sections: [{ ...team(CLIFF), allocation: 7 }] }),
      ['sections.0.allocation: is for recorded sections; a written one gives what its unlocks say'],
    ],
  ])('error: %s', (_, value, problems) => {
    expect(problemsOf(value)).toEqual(problems)
    expect(checkSchedule(value).schedule).toBeUndefined()
  })
})

describe('unlocks that are not right', () => {
  test.each<[string, unknown, string[]]>([
    [
      'no type',
      { at: '2024-01-01', amount: 5 },
      ['….type: is missing; it must be one of cliff, linear, step, decay'],
    ],
    [
      'an unknown type',
      { ...CLIFF, type: 'log' },
      ['….type: must be one of cliff, linear, step, decay, not "log"'],
    ],
    [
      'no object',
      'cliff',
      ['…: must be an object', '….type: is missing; it must be one of cliff, linear, step, decay'],
    ],
    [
      'a member of another type',
      { ...CLIFF, steps: 2 },
      ['….steps: is unknown; the members are type, at, amount'],
    ],
    ['an end before the start', { ...LINE, to: '2023-12-31' }, ['….to: must be later than "from"']],
    ['an end at the start', { ...LINE, to: '2024-01-01' }, ['….to: must be later than "from"']],
    [
      'two ends',
      { ...LINE, for: '1 month' },
      ['….for: and "to" both say when it ends; leave one out'],
    ],
    [
      'an end after everything',
      { type: 'linear', from: '2104-01-01', for: '3 years', amount: 1 },
      ['….for: goes on past the year 2105'],
    ],
    [
      'steps after everything',
      { type: 'step', from: '2104-01-01', every: '1 year', steps: 3, amountPerStep: 1 },
      ['….steps: go on past the year 2105'],
    ],
    [
      'too many steps',
      { type: 'step', from: '2024-01-01', every: '1 day', steps: 2_001, amountPerStep: 1 },
      ['….steps: must be a whole number from 1 to 2,000, not 2001'],
    ],
    [
      'too many periods',
      {
        type: 'decay',
        from: '2024-01-01',
        for: '10 years',
        every: '1 day',
        decreasePct: 1,
        amount: 1,
      },
      ['….every: makes more than 2000 periods'],
    ],
    [
      'all gone after a period',
      {
        type: 'decay',
        from: '2024-01-01',
        for: '2 years',
        every: '1 year',
        decreasePct: 100,
        amount: 1,
      },
      ['….decreasePct: must be below 100: after the first period nothing would be left'],
    ],
  ])('error: %s', (_, unlock, problems) => {
    expect(problemsOfUnlock(unlock)).toEqual(problems)
  })

  test('error: a day that is none, and no end, at once', () => {
    expect(
      problemsOfUnlock({ type: 'linear', from: '2023-02-29', amount: -1 }).map((line) =>
        line.slice(0, 20),
      ),
    ).toEqual(['….from: must be a da', '….to: is missing; it', '….amount: must be a '])
  })
})

describe('sizes', () => {
  test('error: more steps than a chart is worth', () => {
    const daily = (index: number) => ({
      ...team({ type: 'step', from: '2024-01-01', every: '1 day', steps: 2_000, amountPerStep: 1 }),
      label: `S${index}`,
    })
    expect(problemsOf(written({ sections: [0, 1].map(daily) }))).toEqual([])
    expect(problemsOf(written({ sections: [0, 1, 2].map(daily) }))).toEqual([
      'sections: have more than 5,000 steps and periods; a line says it in one',
    ])
  })

  test('error: more days than a response can hold', () => {
    // 40 sections of 7 years are 40 × 2,557 days.
    const long = (index: number) => ({
      ...team({ type: 'linear', from: '2024-01-01', for: '7 years', amount: 1 }),
      label: `S${index}`,
    })
    const sections = Array.from({ length: 40 }, (_, index) => long(index))
    expect(problemsOf(written({ sections }))).toEqual([
      'sections: have more than 100,000 days together; make them fewer or shorter',
    ])
    expect(problemsOf(written({ sections: sections.slice(1) }))).toEqual([])
  })
})
