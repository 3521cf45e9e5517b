import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { figuresOf } from './figure-versions.ts'

type Row = [start: string, end: string, accession: string, value: number, filed: string]

const figures = (...rows: Row[]) =>
  figuresOf({
    tag: 'us-gaap:Revenues',
    unit: 'USD',
    versions: rows.map(([start, end, accession, value, filed]) => {
      return [end, start, filed, accession, value]
    }),
  })
const YEAR: [string, string] = ['2024-01-01', '2024-12-31']

test('default: the newest filing wins; the first value and the day of the change are kept', () => {
  expect(
    figures(
      [...YEAR, 'c', 44, '2026-02-15'],
      [...YEAR, 'a', 46, '2025-02-15'],
      [...YEAR, 'b', 44, '2025-06-20'],
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
  expect(figures([...YEAR, 'b', 2, '2025-02-15'], [...YEAR, 'a', 1, '2025-02-15'])).toMatchObject([
    { value: 2, firstValue: 1 },
  ])
})

test('behavior: each period is a figure; no rows, none', () => {
  expect(
    figures([...YEAR, 'a', 1, '2025-02-15'], ['2024-12-31', '2024-12-31', 'a', 5, '2025-02-15']),
  ).toHaveLength(2)
  expect(figures()).toEqual([])
})

test('behavior: periods that end on one day are told apart by their start, and keep the order in which they came', () => {
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
    figures(['', 'soon', 'a', 1, '2024-08-01'], [...YEAR, 'a', 2, '2025-02-15']),
  ).toMatchObject([{ value: 2 }])
})
