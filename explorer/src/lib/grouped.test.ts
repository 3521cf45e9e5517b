import { expect, test } from 'vitest'
import { groupedBy, monthly } from './grouped.ts'

const sec = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000

test('groups: a row counts once in each of its groups; missing amounts stay missing', () => {
  const rows = [
    { chains: ['Base', 'Sui', 'Base'], lost: 5, returned: null },
    { chains: ['Base'], lost: 7, returned: 2 },
    { chains: [null], lost: 9, returned: 9 },
  ]
  const groups = groupedBy(rows, ({ chains }) => chains, [
    ({ lost }) => lost,
    ({ returned }) => returned,
  ])
  expect(groups).toEqual([
    { name: 'Base', count: 2, sums: [12, 2] },
    { name: 'Sui', count: 1, sums: [5, null] },
  ])
})

test('months: each between the first and the last, 0 where nothing happened, null where nothing is known', () => {
  const points = [
    [sec('2025-11-30'), 5],
    [sec('2026-01-01'), 1],
    [sec('2026-01-31'), null],
    [sec('2025-11-01'), 2],
    [sec('2026-02-03'), null],
    [null, 99],
  ] as const
  expect(monthly(points)).toEqual([
    [sec('2025-11-01'), 7],
    [sec('2025-12-01'), 0],
    [sec('2026-01-01'), 1],
    [sec('2026-02-01'), null],
  ])
  expect(monthly([])).toEqual([])
})
