import { describe, expect, test } from 'vitest'
import { dailySeries, familySeries, type SeriesRecord } from './family-series.ts'

const DAY = 86_400
const HOUR = 3_600
const FIRST = Date.parse('2026-01-10T00:00:00Z') / 1000

/** A child's series: days after the first, and what it held. */
function child(...records: [days: number, usd: number][]): SeriesRecord[] {
  return records.map(([days, usd]) => ({
    dateSec: FIRST + days * DAY,
    rows: [{ chain: 'ethereum', section: 'tvl', usd }],
  }))
}

/** Days after the first and the sum of that timestamp. */
function sums(series: readonly SeriesRecord[]): [number, number][] {
  return series.map(({ dateSec, rows }) => [
    (dateSec - FIRST) / DAY,
    rows.reduce((sum, row) => sum + row.usd, 0),
  ])
}

const noon = 12 / 24

test.each<[string, SeriesRecord[][], [number, number][]]>([
  [
    'default: children are summed per date',
    [child([0, 1], [1, 2]), child([0, 10], [1, 20])],
    [
      [0, 11],
      [1, 22],
    ],
  ],
  [
    'behavior: a day without a record takes the last one before it',
    [child([0, 1], [3, 4]), child([0, 10], [1, 20], [2, 30], [3, 40])],
    [
      [0, 11],
      [1, 21],
      [2, 31],
      [3, 44],
    ],
  ],
  [
    'behavior: a child counts from its first day on',
    [child([0, 1], [1, 2], [2, 3]), child([2, 100])],
    [
      [0, 1],
      [1, 2],
      [2, 103],
    ],
  ],
  [
    'behavior: a dead child keeps its last value',
    [child([0, 5]), child([0, 10], [1, 20], [2, 30])],
    [
      [0, 15],
      [1, 25],
      [2, 35],
    ],
  ],
  [
    'behavior: a gap of all children is filled too',
    [child([0, 1], [2, 3]), child([0, 10], [2, 30])],
    [
      [0, 11],
      [1, 11],
      [2, 33],
    ],
  ],
  [
    'behavior: last points are aligned to the newest of the family',
    [child([0, 1], [1, 2], [1 + 8 / 24, 3]), child([0, 10], [1, 20], [1 + noon, 40])],
    [
      [0, 11],
      [1, 22],
      [1 + noon, 43],
    ],
  ],
  [
    'behavior: a last point of an earlier day fills the midnights after it',
    [child([0, 1], [noon, 5]), child([0, 10], [1, 20], [2, 30], [2 + noon, 40])],
    [
      [0, 11],
      [1, 25],
      [2, 35],
      [2 + noon, 45],
    ],
  ],
  ['behavior: children without a record do not matter', [[], child([0, 1])], [[0, 1]]],
  ['behavior: nobody has a record', [[], []], []],
])('%s', (_, children, expected) => {
  expect(sums(familySeries(children))).toEqual(expected)
})

test('behavior: a child whose only record is not at midnight counts from the midnight of that day', () => {
  expect(sums(familySeries([child([noon, 7]), child([0, 1], [noon, 2])]))).toEqual([
    [0, 8],
    [noon, 9],
  ])
})

test('behavior: rows keep their chains and sections', () => {
  const one: SeriesRecord[] = [
    { dateSec: FIRST, rows: [{ chain: 'bsc', section: 'staking', usd: 1 }] },
  ]
  const two: SeriesRecord[] = [
    { dateSec: FIRST + HOUR, rows: [{ chain: 'base', section: 'tvl', usd: 2 }] },
  ]
  expect(familySeries([one, two])).toEqual([
    { dateSec: FIRST, rows: [...(one[0]?.rows ?? []), ...(two[0]?.rows ?? [])] },
    { dateSec: FIRST + HOUR, rows: [...(one[0]?.rows ?? []), ...(two[0]?.rows ?? [])] },
  ])
})

describe('daily records', () => {
  const MIDNIGHT = Date.parse('2026-01-14T00:00:00Z') / 1000
  const record = (dateSec: number, usd: number): SeriesRecord => ({
    dateSec,
    rows: [{ chain: 'ethereum', section: 'tvl', usd }],
  })
  const yesterday = record(MIDNIGHT - 86_400, 1)
  const today = record(MIDNIGHT, 2)
  const noon = record(MIDNIGHT + 43_200, 3)

  test.each([
    [
      'default: the days, then the newest with its own time',
      [yesterday, today],
      noon,
      [yesterday, today, noon],
    ],
    [
      'behavior: a newest record at midnight is the last day itself',
      [yesterday, today],
      record(MIDNIGHT, 2),
      [yesterday, today],
    ],
    ['behavior: only a newest record', [], noon, [noon]],
    ['behavior: no newest record', [yesterday], undefined, [yesterday]],
    ['behavior: nothing', [], undefined, []],
  ])('%s', (_, daily, newest, expected) => {
    expect(dailySeries(daily, newest)).toEqual(expected)
  })

  test('behavior: what is given stays as it was', () => {
    const daily = [yesterday]
    dailySeries(daily, noon)
    expect(daily).toEqual([yesterday])
  })
})
