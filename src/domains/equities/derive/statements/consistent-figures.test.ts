import { expect, test } from 'vitest'
import { areConsistent, subtract, type Versions } from './consistent-figures.ts'

/** A figure filed on a day with one value, or on later days with others: `[day, value]`. */
function filed(...versions: [string, number][]): Versions {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a figure needs a filing')
  const changed = versions.find(([, value]) => value === last[1]) ?? last
  return {
    value: last[1],
    firstValue: first[1],
    firstFiled: first[0],
    lastFiled: last[0],
    changedFiled: changed[0],
  }
}

const QUARTERS = [filed(['2024-05-01', 10]), filed(['2024-08-01', 11]), filed(['2024-11-01', 12])]

test.each([
  ['default: nothing was restated', filed(['2025-02-15', 46]), QUARTERS, true],
  [
    'behavior: the year was filed again with the same value',
    filed(['2025-02-15', 46], ['2026-02-15', 46]),
    QUARTERS,
    true,
  ],
  [
    'behavior: only the year was restated',
    filed(['2025-02-15', 46], ['2026-02-15', 44]),
    QUARTERS,
    false,
  ],
  [
    'behavior: the year was restated, and so was a quarter, in the reports of the next year',
    filed(['2025-02-15', 46], ['2026-02-15', 44]),
    [
      filed(['2024-05-01', 10], ['2025-05-01', 9]),
      filed(['2024-08-01', 11], ['2025-08-01', 11]),
      filed(['2024-11-01', 12], ['2025-11-01', 11]),
    ],
    true,
  ],
  [
    'behavior: the year was restated, but one quarter has only its old version',
    filed(['2025-02-15', 46], ['2026-02-15', 44]),
    [
      filed(['2024-05-01', 10], ['2025-05-01', 9]),
      filed(['2024-08-01', 11]),
      filed(['2024-11-01', 12], ['2025-11-01', 11]),
    ],
    false,
  ],
  [
    'behavior: a quarter was corrected before the year was filed',
    filed(['2025-02-15', 46]),
    [filed(['2024-05-01', 10], ['2024-06-01', 8]), ...QUARTERS.slice(1)],
    true,
  ],
  [
    'behavior: a quarter was restated after the year was last filed',
    filed(['2025-02-15', 46]),
    [filed(['2024-05-01', 10], ['2025-05-01', 8]), ...QUARTERS.slice(1)],
    false,
  ],
  ['behavior: nothing to subtract', filed(['2025-02-15', 46]), [], true],
])('%s', (_, whole, parts, expected) => {
  expect(areConsistent(whole, parts)).toBe(expected)
})

test('default: the rest is the whole less its parts, and is as old as the oldest of them', () => {
  // 46 − 10 − 11 − 12 = 13.
  expect(subtract(filed(['2025-02-15', 46], ['2026-02-15', 46]), QUARTERS)).toEqual({
    value: 13,
    firstValue: 13,
    firstFiled: '2025-02-15',
    lastFiled: '2024-05-01',
    changedFiled: '2025-02-15',
  })
})

test('behavior: inconsistent figures leave nothing', () => {
  expect(subtract(filed(['2025-02-15', 46], ['2026-02-15', 44]), QUARTERS)).toBeUndefined()
})
