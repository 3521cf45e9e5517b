import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { figuresOf, inTodaysShares } from './figure-versions.ts'
import { figure, Q1, YEAR } from './figures-for-tests.ts'

type Row = [start: string, end: string, accession: string, value: number, filed: string]

const figures = (...rows: Row[]) =>
  figuresOf({
    tag: 'us-gaap:Revenues',
    unit: 'USD',
    versions: rows.map(([start, end, accession, value, filed]) => {
      return [end, start, filed, accession, value]
    }),
  })
const YEAR_2024: [string, string] = ['2024-01-01', '2024-12-31']

test('default: the newest filing wins; the first value and the day of the change are kept', () => {
  expect(
    figures(
      [...YEAR_2024, 'c', 44, '2026-02-15'],
      [...YEAR_2024, 'a', 46, '2025-02-15'],
      [...YEAR_2024, 'b', 44, '2025-06-20'],
    ),
  ).toEqual([
    {
      tag: 'us-gaap:Revenues',
      unit: 'USD',
      startDay: dayOf('2024-01-01'),
      endDay: dayOf('2024-12-31'),
      value: 44,
      firstValue: 46,
      firstFiled: '2025-02-15',
      lastFiled: '2026-02-15',
      changedFiled: '2025-06-20',
    },
  ])
})

test('behavior: filings of one day go by their number', () => {
  expect(
    figures([...YEAR_2024, 'b', 2, '2025-02-15'], [...YEAR_2024, 'a', 1, '2025-02-15']),
  ).toMatchObject([{ value: 2, firstValue: 1 }])
})

test('behavior: each period is a figure; no rows, none', () => {
  expect(
    figures(
      [...YEAR_2024, 'a', 1, '2025-02-15'],
      ['2024-12-31', '2024-12-31', 'a', 5, '2025-02-15'],
    ),
  ).toHaveLength(2)
  expect(figures()).toEqual([])
})

test('behavior: periods that end on one day are distinguished by their start, and keep the order in which they came', () => {
  const found = figures(
    ['2024-01-01', '2024-06-30', 'a', 9, '2024-08-01'],
    ['2024-04-01', '2024-06-30', 'a', 5, '2024-08-01'],
    ['2024-01-01', '2024-03-31', 'a', 4, '2024-05-01'],
    ['2024-01-01', '2024-06-30', 'b', 8, '2025-08-01'],
  )
  expect(found.map(({ value, firstValue }) => [value, firstValue])).toEqual([
    [8, 9],
    [5, 5],
    [4, 4],
  ])
})

test('behavior: a period without valid dates has no figure', () => {
  expect(
    figures(['', 'soon', 'a', 1, '2024-08-01'], [...YEAR_2024, 'a', 2, '2025-02-15']),
  ).toMatchObject([{ value: 2 }])
})

const at = (iso: string) => Date.parse(iso) / 1000
const NOW = at('2026-01-14')
const SPLITS = [
  { atSec: at('2025-06-10'), ratio: 4 },
  { atSec: at('2026-03-01'), ratio: 10 },
]
const adjusted = (...made: Parameters<typeof figure>) =>
  inTodaysShares([figure(...made)], SPLITS, NOW)[0]?.value

test.each<[string, Parameters<typeof figure>, number]>([
  ['a figure per share filed before the split: 2 ÷ 4', ['epsBasic', Q1, 2, { filed: '2025-05-01' }], 0.5],
  ['a share count filed before it: 100 × 4', ['sharesBasic', Q1, 100, { filed: '2025-05-01' }], 400],
  ['filed on its day: in new shares already', ['epsBasic', Q1, 0.5, { filed: '2025-06-10' }], 0.5],
  ['an old period that a later filing shows again', ['epsBasic', '2024-01-01..2024-12-31', 1.5, { filed: '2026-01-10' }], 1.5],
  ['a split of the future is not known', ['sharesBasic', YEAR, 400, { filed: '2026-01-10' }], 400],
  ['amounts stay as they are', ['netIncome', Q1, 200, { filed: '2025-05-01' }], 200],
])('behavior: %s', (_, made, expected) => {
  expect(adjusted(...made)).toBe(expected)
}) // biome-ignore format: a case a line

test('behavior: a reverse split: 1 for 10', () => {
  const [eps] = inTodaysShares(
    [figure('epsDiluted', Q1, -0.03, { filed: '2025-05-01' })],
    [{ atSec: at('2025-06-10'), ratio: 0.1 }],
    NOW,
  )
  expect(eps?.value).toBeCloseTo(-0.3, 12)
})

test.each([
  // 1.50 ÷ 4 = 0.375, filed again as 0.38: the same in new shares.
  ['filed again in new shares and whole cents', 0.38, 0.38],
  // 0.375 and 0.30 are different figures.
  ['restated besides', 0.3, 0.375],
])('behavior: %s', (_, value, firstValue) => {
  const again = {
    ...figure('epsBasic', Q1, value, { filed: '2025-05-01' }),
    firstValue: 1.5,
    lastFiled: '2026-01-02',
    changedFiled: '2026-01-02',
  }
  expect(inTodaysShares([again], SPLITS, NOW)).toMatchObject([{ value, firstValue }])
})

test('behavior: without splits nothing changes', () => {
  const figures = [figure('epsBasic', Q1, 2)]
  expect(inTodaysShares(figures, [], NOW)).toBe(figures)
})
