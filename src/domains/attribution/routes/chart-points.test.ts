import { expect, test } from 'vitest'
import { groupsByTime, pairs, rowsByName } from './chart-points.ts'

const DAY = 86_400
const NONE = Number.NaN
const RANGE = { newestSec: 12 * DAY + 18_000 }

function column(name: string, firstDay: number, values: number[], newest = NONE) {
  return { name, days: { firstDay, usd: Float64Array.from(values) }, newest }
}

test('default: pairs of time and value; a day without a value is no point', () => {
  expect(pairs(column('a', 10, [1.5, NONE, 0], 4e21), RANGE).toJSON()).toEqual([
    [10 * DAY, 1.5],
    [12 * DAY, 0],
    [12 * DAY + 18_000, 4e21],
  ])
})

test('behavior: rows by name; a name without a value is not in the row, a row without any is not there', () => {
  const columns = [column('A "quoted" é', 10, [1], 9), column('timestamp', 12, [2])]
  expect(rowsByName(columns, RANGE).toJSON()).toEqual([
    { timestamp: 10 * DAY, 'A "quoted" é': 1 },
    { timestamp: 12 * DAY, 'timestamp (name)': 2 },
    { timestamp: 12 * DAY + 18_000, 'A "quoted" é': 9 },
  ])
})

test('behavior: groups of figures; what must be there but has no value is null or 0', () => {
  const groups = [
    {
      name: 'Dexs',
      figures: [
        { ...column('tvl', 10, [1]), missing: 'null' as const },
        column('staking', 10, [5, NONE, 6]),
      ],
    },
    {
      name: 'Forks',
      figures: [
        { ...column('tvl', 12, [2], 3), missing: 'null' as const },
        { ...column('forks', 12, []), missing: '0' as const },
      ],
    },
  ]
  expect(groupsByTime(groups, RANGE).toJSON()).toEqual({
    [10 * DAY]: { Dexs: { tvl: 1, staking: 5 } },
    [12 * DAY]: { Dexs: { tvl: null, staking: 6 }, Forks: { tvl: 2, forks: 0 } },
    [12 * DAY + 18_000]: { Forks: { tvl: 3, forks: 0 } },
  })
})

test.each([
  ['all points', {}, [10, 11, 12, 12.5]],
  ['start on a day', { startSec: 11 * DAY }, [11, 12, 12.5]],
  ['only the newest', { startSec: 12.5 * DAY }, [12.5]],
  ['without the newest', { endSec: 12.5 * DAY - 1 }, [10, 11, 12]],
  ['after everything', { startSec: 13 * DAY }, []],
])('behavior: %s', (_, bounds, expected) => {
  const range = { newestSec: 12.5 * DAY, ...bounds }
  const points = pairs(column('a', 10, [1, 2, 3], 4), range).toJSON() as [number, number][]
  expect(points.map(([timestamp]) => timestamp / DAY)).toEqual(expected)
  expect(points.map(([, usd]) => usd)).toEqual(expected.map((day) => (day === 12.5 ? 4 : day - 9)))
})

test('behavior: nothing known, nothing shown', () => {
  const range = { newestSec: 0 }
  expect(rowsByName([], range).toJSON()).toEqual([])
  expect(groupsByTime([], range).toJSON()).toEqual({})
})
