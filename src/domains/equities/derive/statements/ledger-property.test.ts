import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOf, dayOf } from '../days.ts'
import { figuresOf } from './figure-versions.ts'
import { type Ledger, makeLedger } from './ledger.ts'
import { LINES, type LineName } from './statement-lines.ts'

const YEARS = [2023, 2024, 2025]
const LINE_NAMES = ['revenue', 'operatingCash', 'dividendsPaid'] as const satisfies LineName[]
// Four quarters that differ from their year by more than this have lost the last one
// (equities.md#quarters).
const ROUNDING = 0.001

/**
 * One figure of a filing: the quarters it spans, as places in the year, and its value by the books
 * of that day.
 */
interface Filed {
  readonly year: number
  readonly from: number
  readonly to: number
  readonly filed: string
  readonly tag: number
  readonly value: number
}

const startOf = (year: number, quarter: number) =>
  `${year}-${String(quarter * 3 + 1).padStart(2, '0')}-01`
const endOf = (year: number, quarter: number) =>
  dateOf(Date.UTC(year, quarter * 3 + 3, 0) / 86_400_000)

function ledgerOf(line: LineName, filed: readonly Filed[]): Ledger {
  const byTag = Map.groupBy(filed, ({ tag }) => LINES[line].tags[tag] ?? '')
  return makeLedger(
    [...byTag].flatMap(([tag, figures]) =>
      figuresOf({
        tag,
        unit: 'USD',
        versions: figures.map(({ year, from, to, filed: day, value }) => {
          return [endOf(year, to), startOf(year, from), day, day, value]
        }),
      }),
    ),
  )
}

const spans = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 3],
  [0, 1],
  [0, 2],
  [0, 3],
] as const

/**
 * Three years of quarters, and which of their figures were filed: a quarter alone, or from the
 * start of the year on.
 */
const books = fc.record({
  line: fc.constantFrom(...LINE_NAMES),
  truth: fc.array(
    fc.array(fc.integer({ min: -1_000, max: 1_000_000 }), { minLength: 4, maxLength: 4 }),
    {
      minLength: YEARS.length,
      maxLength: YEARS.length,
    },
  ),
  told: fc.array(
    fc.record({
      year: fc.nat({ max: YEARS.length - 1 }),
      span: fc.constantFrom(...spans),
      tag: fc.nat({ max: 1 }),
    }),
    {
      maxLength: 30,
    },
  ),
})

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function filedOf(
  told: { year: number; span: readonly [number, number]; tag: number }[],
  truth: readonly number[][],
  filed?: string,
): Filed[] {
  return told.map(({ year, span: [from, to], tag }) => {
    const calendarYear = YEARS[year] ?? 0
    const day = filed ?? dateOf(dayOf(endOf(calendarYear, to)) + 40)
    return {
      year: calendarYear,
      from,
      to,
      filed: day,
      tag,
      value: sumOf((truth[year] ?? []).slice(from, to + 1)),
    }
  })
}

function expectSums(line: LineName, ledger: Ledger): void {
  for (const year of YEARS) {
    const whole = ledger.year(line, dayOf(endOf(year, 3)))
    const four = [0, 1, 2, 3].map((quarter) => ledger.quarter(line, dayOf(endOf(year, quarter))))
    const known = four.filter((value) => value !== null)
    if (whole === null || known.length < 4) continue
    expect(Math.abs(sumOf(known) - whole)).toBeLessThanOrEqual(
      ROUNDING * Math.max(Math.abs(whole), Math.abs(sumOf(known))),
    )
  }
}

test('property: whatever was not filed, a quarter or a year is what the books say or unknown', () => {
  fc.assert(
    fc.property(books, ({ line, truth, told }) => {
      const ledger = ledgerOf(line, filedOf(told, truth))
      YEARS.forEach((year, place) => {
        const quarters = truth[place] ?? []
        expect([null, sumOf(quarters)]).toContain(ledger.year(line, dayOf(endOf(year, 3))))
        quarters.forEach((value, quarter) => {
          expect([null, value]).toContain(ledger.quarter(line, dayOf(endOf(year, quarter))))
        })
      })
      expectSums(line, ledger)
    }),
    { numRuns: 500 },
  )
})

test('property: whatever is filed again with other figures, quarters add up to the year or are unknown', () => {
  const again = fc.record({
    told: fc.array(
      fc.record({
        year: fc.nat({ max: 2 }),
        span: fc.constantFrom(...spans),
        tag: fc.nat({ max: 1 }),
      }),
      { maxLength: 12 },
    ),
    changes: fc.array(
      fc.array(fc.integer({ min: -50_000, max: 50_000 }), { minLength: 4, maxLength: 4 }),
      { minLength: 3, maxLength: 3 },
    ),
    filed: fc.constantFrom('2024-06-15', '2025-06-15', '2026-06-15'),
  })
  fc.assert(
    fc.property(books, fc.array(again, { maxLength: 3 }), ({ line, truth, told }, restatements) => {
      const later = restatements.flatMap(({ told: toldAgain, changes, filed }) =>
        filedOf(
          toldAgain,
          truth.map((quarters, year) =>
            quarters.map((value, quarter) => value + (changes[year]?.[quarter] ?? 0)),
          ),
          filed,
        ),
      )
      expectSums(line, ledgerOf(line, [...filedOf(told, truth), ...later]))
    }),
    { numRuns: 1_000 },
  )
})
