import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cliffs, day, line, recorded, section } from '../schedules-for-tests.ts'
import { sectionCurve } from './section-curve.ts'
import { pointAfter, supplyFigures } from './supply-figures.ts'

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
    const moment = fc
      .integer({ min: 0, max: 1_500 })
      .map((days) => day('2022-01-01') + days * 86_400)
    const part = fc.record({
      from: moment,
      days: fc.integer({ min: 0, max: 800 }),
      amount: fc.integer({ min: 1, max: 1e9 }),
      isBurn: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), moment, (parts, nowSec) => {
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
