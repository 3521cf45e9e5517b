import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RaiseReport, raiseRounds } from './raise-rounds.ts'

const DAY = 86_400
const FIRST_SEC = 1_700_006_400

/** A report of which only what matters is said; `day` counts from the first. */
function report(reporter: string, day: number, given: Partial<RaiseReport> = {}): RaiseReport {
  return {
    reporter,
    report: `${reporter}-${day}`,
    dateSec: FIRST_SEC + day * DAY,
    name: 'Example',
    round: null,
    amount: null,
    valuation: null,
    chains: [],
    sector: null,
    category: null,
    link: null,
    leadInvestors: [],
    otherInvestors: [],
    protocol: null,
    quality: 'ok',
    ...given,
  }
}

const rounds = (...reports: RaiseReport[]) => raiseRounds(reports, (protocol) => protocol)
/** Which reports became which rounds, newest first. */
const groups = (...reports: RaiseReport[]) =>
  rounds(...reports).map((raise) => raise.reports.map(({ report: id }) => id))

describe('which reports are one round', () => {
  test.each([
    ['nothing', [], []],
    ['one report', [report('a', 0)], [['a-0']]],
    [
      'two reporters, the same label',
      [report('a', 0, { round: 'Seed' }), report('b', 9, { round: 'Seed' })],
      [['a-0', 'b-9']],
    ],
    [
      'two reporters, other projects',
      [report('a', 0, { name: 'One' }), report('b', 0, { name: 'Two' })],
      [['a-0'], ['b-0']],
    ],
    [
      'one reporter means two rounds',
      [report('a', 0, { round: 'Seed', amount: 5 }), report('a', 1, { round: 'Seed', amount: 5 })],
      [['a-1'], ['a-0']],
    ],
    [
      'three reporters',
      [
        report('a', 0, { amount: 10 }),
        report('b', 2, { amount: 10.5 }),
        report('c', 5, { amount: 9.5 }),
      ],
      [['a-0', 'b-2', 'c-5']],
    ],
    // c is 12 days after a, which speaks for the round, though only 6 after b.
    [
      'nearness is to the report that speaks',
      [
        report('a', 0, { amount: 10 }),
        report('b', 6, { amount: 10 }),
        report('c', 12, { amount: 10 }),
      ],
      [['c-12'], ['a-0', 'b-6']],
    ],
    // b of day 19 is nearer to a's round of day 20 than to that of day 0.
    [
      'a report goes to the nearer of two rounds',
      [
        report('a', 0, { round: 'Seed' }),
        report('a', 20, { round: 'Seed' }),
        report('b', 19, { round: 'Seed' }),
      ],
      [['a-20', 'b-19'], ['a-0']],
    ],
    [
      'each of two reporters knows both rounds',
      [
        report('a', 0, { round: 'Seed' }),
        report('a', 20, { round: 'Seed' }),
        report('b', 1, { round: 'Seed' }),
        report('b', 19, { round: 'Seed' }),
      ],
      [
        ['a-20', 'b-19'],
        ['a-0', 'b-1'],
      ],
    ],
    [
      'another round of the same project',
      [
        report('a', 0, { round: 'Seed', amount: 2 }),
        report('b', 3, { round: 'Series A', amount: 20 }),
      ],
      [['b-3'], ['a-0']],
    ],
  ] as [string, RaiseReport[], string[][]][])('behavior: %s', (_, reports, expected) => {
    expect(groups(...reports)).toEqual(expected)
    expect(groups(...reports.toReversed())).toEqual(expected)
  })
})

describe('what is served of a round', () => {
  test('behavior: the fuller report speaks; the other fills what it leaves open; both are kept', () => {
    const full = report('b', 1, {
      round: 'Seed',
      amount: 5,
      category: 'DeFi',
      protocol: '7',
      name: 'Example Labs',
    })
    const thin = report('a', 0, { round: 'Seed', amount: 6, valuation: 40 })
    expect(rounds(thin, full)).toEqual([
      {
        dateSec: FIRST_SEC + DAY,
        name: 'Example Labs',
        round: 'Seed',
        amount: 5,
        valuation: 40,
        chains: [],
        sector: null,
        category: 'DeFi',
        link: null,
        leadInvestors: [],
        otherInvestors: [],
        protocol: '7',
        reports: [full, thin],
      },
    ])
  })

  test.each([
    [
      'a plain report before one that a company made of itself',
      report('a', 0, { quality: 'selfReported', round: 'Seed', amount: 1 }),
      report('b', 0, { amount: 1 }),
      'b',
    ],
    [
      'that before a disputed one',
      report('a', 0, { quality: 'disputed', amount: 1 }),
      report('b', 0, { quality: 'selfReported', amount: 1 }),
      'b',
    ],
    [
      'a backfilled one is as good as a plain one',
      report('b', 0, { quality: 'backfilled', amount: 1, round: 'Seed' }),
      report('a', 0, { amount: 1 }),
      'b',
    ],
    [
      'a tie goes to the first in the alphabet',
      report('b', 0, { amount: 1 }),
      report('a', 0, { amount: 1 }),
      'a',
    ],
    [
      'a report that names who led knows more',
      report('b', 0, { amount: 1, leadInvestors: ['X'] }),
      report('a', 0, { amount: 1 }),
      'b',
    ],
  ])('behavior: who speaks: %s', (_, one, other, speaker) => {
    expect(rounds(one, other).map(({ reports }) => reports[0]?.reporter)).toEqual([speaker])
    expect(rounds(other, one).map(({ reports }) => reports[0]?.reporter)).toEqual([speaker])
  })

  test('behavior: investors are united; who led by any report led; a name is there once', () => {
    const one = report('a', 0, {
      amount: 5,
      round: 'Seed',
      leadInvestors: ['North Fund'],
      otherInvestors: ['Angel', 'East Capital'],
    })
    const other = report('b', 0, {
      amount: 5,
      leadInvestors: ['East Capital'],
      otherInvestors: ['north fund', 'ANGEL', 'West'],
    })
    expect(rounds(one, other)).toMatchObject([
      { leadInvestors: ['North Fund', 'East Capital'], otherInvestors: ['Angel', 'West'] },
    ])
  })

  test('behavior: an amount of zero is known', () => {
    expect(
      rounds(
        report('a', 0, { round: 'Grant', amount: 0 }),
        report('b', 0, { round: 'Grant', amount: 3 }),
      ),
    ).toMatchObject([{ amount: 0 }])
  })
})

test('behavior: newest first, then by name', () => {
  const list = rounds(
    report('a', 0, { name: 'Zed' }),
    report('a', 0, { name: 'Ann', report: 'x' }),
    report('a', 5, { name: 'Mid' }),
  )
  expect(list.map(({ name }) => name)).toEqual(['Mid', 'Ann', 'Zed'])
})

test('behavior: whatever the order, every report is in one round, and no reporter twice in one', () => {
  const any = fc.record({
    reporter: fc.constantFrom('a', 'b', 'c'),
    day: fc.integer({ min: 0, max: 60 }),
    name: fc.constantFrom('Example', 'Example Labs', 'Other'),
    round: fc.constantFrom('Seed', 'Series A', null),
    amount: fc.constantFrom(5, 5.2, 9, null),
    protocol: fc.constantFrom('1', '2', null),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 25 }), fc.infiniteStream(fc.nat()), (list, chance) => {
      const reports = list.map(({ reporter, day, ...given }, index) =>
        report(reporter, day, { ...given, report: `${index}` }),
      )
      const found = rounds(...reports)
      expect(
        found
          .flatMap((raise) => raise.reports.map((one) => Number(one.report)))
          .sort((a, b) => a - b),
      ).toEqual(reports.map((_, index) => index))
      for (const { reports: told } of found)
        expect(new Set(told.map(({ reporter }) => reporter)).size).toBe(told.length)
      const shuffled = reports
        .map((one) => ({ one, place: chance.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
      expect(rounds(...shuffled.map(({ one }) => one))).toEqual(found)
    }),
    { numRuns: 200 },
  )
})
