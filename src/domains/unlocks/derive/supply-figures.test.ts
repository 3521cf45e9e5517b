import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../schedule.ts'
import { cliffs, day, line, recorded, section } from '../schedules-for-tests.ts'
import { sectionCurve } from './section-curve.ts'
import { pointAfter, supplyFigures, tokenAllocation } from './supply-figures.ts'

describe('pointAfter', () => {
  test.each([
    ['2024-02-28T23:59', '2024-02-29'],
    // Midnight itself is a point, so the first after it is the next.
    ['2024-02-29', '2024-03-01'],
  ])('default: the first midnight after %s', (now, point) => {
    expect(pointAfter(day(now))).toBe(day(point))
  })
})

describe('supplyFigures', () => {
  // 600 at once, then 10 a day for 100 days from 1 January to 10 April 2024 (31 + 29 + 31 + 9
  // days).
  const sections = [
    cliffs('Sale', { '2024-01-01': 600 }),
    line('Team', '2024-01-01', '2024-04-10', 1_000),
  ]

  test.each([
    // On the noon of 29 February the next point is 1 March: 60 days, 600. Thirty days before, on
    // the noon of 30 January, it was 31 January: 30 days, 300.
    [
      '2024-02-29T12:00',
      {
        circSupply: 1_200,
        circSupply30d: 900,
        totalLocked: 400,
        maxSupply: 1_600,
        unlocksPerDay: 10,
      },
    ],
    // Before everything: nothing circulates, though the first point of the chart already has the
    // cliff.
    [
      '2023-06-01',
      { circSupply: 0, circSupply30d: 0, totalLocked: 1_600, maxSupply: 1_600, unlocksPerDay: 0 },
    ],
    // The day before the start: the cliff is there at the next midnight.
    [
      '2023-12-31T12:00',
      {
        circSupply: 600,
        circSupply30d: 0,
        totalLocked: 1_000,
        maxSupply: 1_600,
        unlocksPerDay: 600,
      },
    ],
    // The last day but one of the chart; 30 days before, the point was 11 March: 31 + 29 + 10 days.
    [
      '2024-04-09T12:00',
      {
        circSupply: 1_600,
        circSupply30d: 1_300,
        totalLocked: 0,
        maxSupply: 1_600,
        unlocksPerDay: 10,
      },
    ],
    // Through: the last point has passed; 30 days before midnight of 10 April is midnight of 11
    // March, and the point after it 12 March.
    [
      '2024-04-10',
      {
        circSupply: 1_600,
        circSupply30d: 1_310,
        totalLocked: 0,
        maxSupply: 1_600,
        unlocksPerDay: null,
      },
    ],
    [
      '2030-01-01',
      {
        circSupply: 1_600,
        circSupply30d: 1_600,
        totalLocked: 0,
        maxSupply: 1_600,
        unlocksPerDay: null,
      },
    ],
  ])('default: at %s', (now, figures) => {
    const found = supplyFigures(sections, null, day(now))
    for (const [name, value] of Object.entries(figures)) {
      if (value === null) expect(found).toMatchObject({ [name]: null })
      else expect(found[name as keyof typeof found], name).toBeCloseTo(value, 9)
    }
  })

  test('behavior: a declared total is the most there can be; what no section gives stays locked', () => {
    expect(supplyFigures(sections, 2_000, day('2030-01-01'))).toMatchObject({
      circSupply: 1_600,
      totalLocked: 400,
      maxSupply: 2_000,
    })
  })

  test('behavior: burned tokens neither circulate nor are they locked, and do not make a day’s unlocks smaller', () => {
    const burn = line('Burn', '2024-01-01', '2024-04-10', 200, { isBurn: true })
    // On 1 March 60 of 100 days are over: 120 are burned.
    const found = supplyFigures([...sections, burn], null, day('2024-02-29T12:00'))
    expect(found.circSupply).toBeCloseTo(1_080, 9)
    expect(found.totalLocked).toBeCloseTo(400, 9)
    expect(found.maxSupply).toBe(1_600)
    expect(found.unlocksPerDay).toBeCloseTo(10, 9)
  })

  test('behavior: more on-chain than was declared locks nothing', () => {
    expect(
      supplyFigures([recorded('A', { '2024-01-01': 50 })], 40, day('2024-02-01')),
    ).toMatchObject({
      circSupply: 50,
      totalLocked: 0,
      maxSupply: 40,
    })
  })

  test('behavior: of a schedule without a record nothing is known', () => {
    const silent = [sectionCurve(section({ isRecorded: true }), undefined)]
    const unknown = {
      circSupply: null,
      circSupply30d: null,
      totalLocked: null,
      maxSupply: null,
      unlocksPerDay: null,
    }
    expect(supplyFigures(silent, null, day('2024-01-01'))).toEqual(unknown)
    expect(supplyFigures(silent, 5, day('2024-01-01'))).toEqual({ ...unknown, maxSupply: 5 })
  })

  test('behavior: circulating, burned and locked are all there is, and nothing is ever taken back', () => {
    const timestamp = fc
      .integer({ min: 0, max: 1_500 })
      .map((days) => day('2022-01-01') + days * 86_400)
    const part = fc.record({
      from: timestamp,
      days: fc.integer({ min: 0, max: 800 }),
      amount: fc.integer({ min: 1, max: 1e9 }),
      isBurn: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), timestamp, (parts, nowSec) => {
        const curves = parts.map(({ from, days, amount, isBurn }) => {
          const unlock =
            days === 0
              ? ({ type: 'cliff', atSec: from, amount } as const)
              : ({ type: 'linear', fromSec: from, toSec: from + days * 86_400, amount } as const)
          return sectionCurve(section({ isBurn, unlocks: [unlock] }), undefined)
        })
        const found = supplyFigures(curves, null, nowSec)
        const burned = curves.reduce((sum, curve) => sum + curve.burnedAt(pointAfter(nowSec)), 0)
        expect((found.circSupply ?? 0) + burned + (found.totalLocked ?? 0)).toBeCloseTo(
          found.maxSupply ?? 0,
          4,
        )
        expect(found.unlocksPerDay ?? 0).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 200 },
    )
  })
})

test('default: shares of what is emitted now and in the end, and how far each is', () => {
  const sections = [
    cliffs('Airdrop', { '2024-01-01': 300 }, { category: 'airdrop' }),
    // Half of 400 by 6 March: 65 of 130 days (31 + 29 + 5 days).
    line('Team', '2024-01-01', '2024-05-10', 400, { category: 'insiders' }),
    cliffs('Advisors', { '2025-01-01': 300 }, { category: 'insiders' }),
  ]
  // Now 300 and 200 of 500; in the end 300 and 700 of 1,000; 200 of 700 is 28.57%.
  expect(tokenAllocation(sections, day('2024-03-05T12:00'))).toEqual({
    current: { airdrop: 60, insiders: 40 },
    final: { airdrop: 30, insiders: 70 },
    progress: { airdrop: 100, insiders: 28.6 },
  })
})

test('behavior: three thirds are 33.4, 33.3 and 33.3: the tenth that is left goes to the first', () => {
  const third = (category: (typeof CATEGORIES)[number]) =>
    cliffs(category, { '2024-01-01': 1 }, { category })
  expect(
    tokenAllocation([third('insiders'), third('airdrop'), third('farming')], day('2024-02-01'))
      .final,
  ).toEqual({
    insiders: 33.4,
    airdrop: 33.3,
    farming: 33.3,
  })
})

test('behavior: the tenth that is left goes to the one that lost most', () => {
  // 16.66…, 16.66… and 66.66…% cut to 16.6, 16.6 and 66.6 leave two tenths; each lost 0.066…, so
  // the first two have them.
  const of = (category: (typeof CATEGORIES)[number], amount: number) =>
    cliffs(category, { '2024-01-01': amount }, { category })
  expect(
    tokenAllocation([of('insiders', 1), of('airdrop', 1), of('farming', 4)], day('2024-02-01'))
      .final,
  ).toEqual({
    insiders: 16.7,
    airdrop: 16.7,
    farming: 66.6,
  })
  // 0.04% cut to 0 lost 0.04; 99.96% cut to 99.9 lost 0.06.
  expect(
    tokenAllocation([of('insiders', 4), of('airdrop', 9_996)], day('2024-02-01')).final,
  ).toEqual({ insiders: 0, airdrop: 100 })
})

test('behavior: as long as nothing is emitted there are no shares; progress is 0', () => {
  expect(tokenAllocation([cliffs('A', { '2024-01-01': 5 })], day('2023-01-01'))).toEqual({
    current: { insiders: null },
    final: { insiders: 100 },
    progress: { insiders: 0 },
  })
})

test('behavior: a category that only burns has no share and no progress', () => {
  const burn = cliffs('Burn', { '2024-01-01': 5 }, { category: 'noncirculating', isBurn: true })
  expect(tokenAllocation([cliffs('A', { '2024-01-01': 5 }), burn], day('2024-02-01'))).toEqual({
    current: { insiders: 100, noncirculating: 0 },
    final: { insiders: 100, noncirculating: 0 },
    progress: { insiders: 100, noncirculating: null },
  })
  expect(tokenAllocation([], 0)).toEqual({ current: {}, final: {}, progress: {} })
})

test('behavior: allocations add up to 100', () => {
  const part = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    amount: fc.double({ min: 1e-3, max: 1e15, noNaN: true }),
    days: fc.nat(500),
  })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), fc.nat(600), (parts, nowDay) => {
      const sections = parts.map(({ category, amount, days }) =>
        line(
          'A',
          '2024-01-01',
          new Date((day('2024-01-02') + days * 86_400) * 1000).toISOString().slice(0, 10),
          amount,
          { category },
        ),
      )
      const { current, final, progress } = tokenAllocation(
        sections,
        day('2024-01-01') + nowDay * 86_400,
      )
      for (const shares of [current, final]) {
        const sum = Object.values(shares).reduce<number>((total, share) => total + (share ?? 0), 0)
        expect(sum).toBeCloseTo(100, 9)
        for (const share of Object.values(shares))
          expect(Math.abs((share ?? 0) * 10 - Math.round((share ?? 0) * 10))).toBeLessThan(1e-9)
      }
      for (const share of Object.values(progress)) expect(share).toBeLessThanOrEqual(100)
    }),
    { numRuns: 300 },
  )
})
