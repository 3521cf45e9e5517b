import { expect, test } from 'vitest'
import {
  boundDays,
  chartPoints,
  reachedDays,
  writeDays,
  writeGroups,
  writePair,
  writeRow,
} from './chart-text.ts'

const DAY = 86_400
const NONE = Number.NaN

function column(name: string, firstDay: number, values: number[], newest = NONE) {
  return { name, days: { firstDay, usd: Float64Array.from(values) }, newest }
}

/** All days and the newest point at 05:00 of day 12, parsed. */
function parsed(open: string, write: ReturnType<typeof writePair>, close: string): unknown {
  const days = { firstDay: 10, texts: writeDays(write, 10, 13) }
  return JSON.parse(`${open}${chartPoints(days, write, { newestSec: 12 * DAY + 18_000 })}${close}`)
}

test('default: pairs of time and value; a day without a value is no point', () => {
  const write = writePair(column('a', 10, [1.5, NONE, 0], 4e21))
  expect(parsed('[', write, ']')).toEqual([
    [10 * DAY, 1.5],
    [12 * DAY, 0],
    [12 * DAY + 18_000, 4e21],
  ])
})

test('behavior: rows by name; a name without a value is not in the row, a row without any is not there', () => {
  const write = writeRow([column('A "quoted" é', 10, [1], 9), column('timestamp', 12, [2])])
  expect(parsed('[', write, ']')).toEqual([
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
  expect(parsed('{', writeGroups(groups), '}')).toEqual({
    [10 * DAY]: { Dexs: { tvl: 1, staking: 5 } },
    [12 * DAY]: { Dexs: { tvl: null, staking: 6 }, Forks: { tvl: 2, forks: 0 } },
    [12 * DAY + 18_000]: { Forks: { tvl: 3, forks: 0 } },
  })
})

test('behavior: the newest record takes the place of the day of the same time', () => {
  const write = writePair(column('a', 10, [1, 2, 3], 30))
  const days = { firstDay: 10, texts: writeDays(write, 10, 13) }
  expect(JSON.parse(`[${chartPoints(days, write, { newestSec: 12 * DAY })}]`)).toEqual([
    [10 * DAY, 1],
    [11 * DAY, 2],
    [12 * DAY, 30],
  ])
})

test.each([
  ['start on a day', { startSec: 11 * DAY }, [11, 12, 12.5]],
  ['start just after a midnight', { startSec: 11 * DAY + 1 }, [12, 12.5]],
  ['end on a day', { endSec: 11 * DAY }, [10, 11]],
  ['end just before a midnight', { endSec: 11 * DAY - 1 }, [10]],
  ['end at the newest record', { endSec: 12.5 * DAY }, [10, 11, 12, 12.5]],
  ['only the newest record', { startSec: 12.5 * DAY }, [12.5]],
  ['before everything', { endSec: 9 * DAY }, []],
  ['after everything', { startSec: 13 * DAY }, []],
  ['backwards', { startSec: 12 * DAY, endSec: 10 * DAY }, []],
])('behavior: %s', (_, bounds, expected) => {
  const write = writePair(column('a', 10, [1, 2, 3], 4))
  const days = { firstDay: 10, texts: writeDays(write, 10, 13) }
  const points = JSON.parse(
    `[${chartPoints(days, write, { newestSec: 12.5 * DAY, ...bounds })}]`,
  ) as [number, number][]
  expect(points.map(([timestamp]) => timestamp / DAY)).toEqual(expected)
})

test('behavior: the days that columns reach', () => {
  expect(reachedDays([column('a', 12, [1]), column('b', 0, []), column('c', 10, [1])])).toEqual({
    fromDay: 10,
    untilDay: 13,
  })
  expect(reachedDays([])).toEqual({ fromDay: 0, untilDay: 0 })
})

test('behavior: nothing known, nothing written', () => {
  const write = writeRow([])
  expect(chartPoints({ firstDay: 0, texts: [] }, write, { newestSec: 0 })).toBe('')
  expect(boundDays({ newestSec: 0 })).toEqual({ fromDay: 0, untilDay: 0 })
})
