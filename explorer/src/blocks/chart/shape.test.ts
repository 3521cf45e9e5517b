import { expect, test } from 'vitest'
import { DAY_SEC } from '../../lib/writing.ts'
import { SERIES_DEFAULTS } from '../../page/series-keys.ts'
import {
  panned,
  type ShapeOptions,
  shape,
  versusText,
  windowOf,
  zoomAround,
  zoomTo,
} from './shape.ts'

const range = (length: number) => Array.from({ length }, (_, index) => index)
const times = range(60).map((day) => day * DAY_SEC)
const rising = { times, series: [{ name: 'a', values: range(60).map((day) => day + 1) }] }

function shaped(state: Partial<ShapeOptions['state']>, more: Partial<ShapeOptions> = {}) {
  return shape(rising, {
    kind: 'line',
    mode: 'abs',
    ...more,
    state: { ...SERIES_DEFAULTS, range: '30d', ...state },
  })
}
const readOf = ({ prepared }: ReturnType<typeof shaped>) =>
  prepared.layers.map(({ name, look, read }) => [name, look, read[0], read.at(-1)])

test('range: counted from the newest point; from and to count instead of it', () => {
  // The newest is day 59, so 30 days before it is day 29, whose value is 30.
  expect(readOf(shaped({}))).toEqual([['a', 'main', 30, 60]])
  expect(readOf(shaped({ from: 9 * DAY_SEC, to: 19 * DAY_SEC }))).toEqual([['a', 'main', 10, 20]])
  expect(windowOf(times, { range: 'all', from: null, to: null })[0]).toBe(Number.NEGATIVE_INFINITY)
})

test('average: beside the one series, from days before the range too', () => {
  // Days 23 to 29 hold 24 … 30, whose mean is 27; 54 … 60 have 57.
  expect(readOf(shaped({ avg: '7' }))).toEqual([
    ['a', 'main', 30, 60],
    ['7-day average', 'average', 27, 57],
  ])
  // Weeks have no average of days.
  expect(shaped({ avg: '7', step: 'w' }).prepared.layers).toHaveLength(1)
})

test('average: of several series it stands for them', () => {
  const data = { times, series: [...rising.series, { name: 'b', values: range(60).map(() => 2) }] }
  const { prepared } = shape(data, {
    kind: 'line',
    mode: 'abs',
    state: { ...SERIES_DEFAULTS, range: '30d', avg: '7' },
  })
  expect(prepared.layers.map(({ name, look, read }) => [name, look, read.at(-1)])).toEqual([
    ['a', 'main', 57],
    ['b', 'main', 2],
  ])
})

test('previous period: the 31 days before the 31 that are shown', () => {
  // Day 29 against day −2, which is missing; day 59 against day 28, whose value is 29.
  expect(readOf(shaped({ vs: 'prev' }))).toEqual([
    ['a', 'main', 30, 60],
    ['a, previous period', 'ghost', null, 29],
  ])
  expect(shaped({ vs: 'prev' }).revisedSecs).toEqual([])
})

test('an earlier state: beside it, with the days that were revised', () => {
  const values = range(60).map((day) => (day === 40 ? 1_000 : day < 50 ? day + 1 : null))
  const earlier = { times, series: [{ name: 'a', values }] }
  const result = shaped({ vs: 'asOf:1970-02-20' }, { earlier })
  expect(result.revisedSecs).toEqual([40 * DAY_SEC])
  expect(readOf(result)[1]).toEqual(['a, as known 20 Feb 1970, 00:00', 'ghost', 30, null])
})

test('an earlier state of a stack is its total', () => {
  const two = (first: number, second: number) => ({
    times: [0, DAY_SEC],
    series: [
      { name: 'a', values: [first, first] },
      { name: 'b', values: [second, second] },
    ],
  })
  const { prepared, revisedSecs } = shape(two(1, 2), {
    kind: 'stack',
    mode: 'abs',
    state: { ...SERIES_DEFAULTS, vs: 'asOf:1970-02-20' },
    earlier: two(1, 3),
  })
  expect(prepared.layers.map(({ name, drawn }) => [name, ...drawn])).toEqual([
    ['b', 2, 2],
    ['a', 3, 3],
    ['Total, as known 20 Feb 1970, 00:00', 4, 4],
  ])
  expect(revisedSecs).toEqual([0, DAY_SEC])
})

test('steps: bars add up, lines take the last value; a rule can say otherwise', () => {
  // January 1970 is days 0 to 30, whose values are 1 … 31; 1 March is day 59.
  const state = { step: 'm' as const, range: 'all' as const }
  expect(shaped(state).prepared.layers[0]?.read).toEqual([31, 59, 60])
  const bars = shaped(state, { kind: 'bar' })
  // 31 · 32 / 2 = 496; 32 + … + 59 = 59 · 60 / 2 − 496 = 1,274; March is not over.
  expect(bars.prepared.layers[0]?.read).toEqual([496, 1_274, null])
  expect(bars.openSec).toBe(59 * DAY_SEC)
  expect(shaped(state, { rule: 'mean' }).prepared.layers[0]?.read).toEqual([16, 45.5, 60])
})

test('a stack can be drawn as lines', () => {
  const { prepared } = shaped({ draw: 'lines' }, { kind: 'stack' })
  expect(prepared.isStacked).toBe(false)
})

test('a day that is lacking is a gap', () => {
  const without = times.filter((sec) => sec !== 50 * DAY_SEC)
  const data = { times: without, series: [{ name: 'a', values: without.map(() => 1) }] }
  const { gaps, prepared } = shape(data, { kind: 'line', mode: 'abs', state: SERIES_DEFAULTS })
  expect(gaps).toEqual([[49 * DAY_SEC, 51 * DAY_SEC]])
  expect(prepared.layers[0]?.drawn[50]).toBeNull()
})

test('versus, in words', () => {
  expect(versusText('prev')).toBe('previous period')
  expect(versusText('asOf:2026-10-01')).toBe('as known 1 Oct 2026, 00:00')
})

const tens = Array.from({ length: 11 }, (_, index) => index * 10)

test('dragging: the points within; too few are no zoom', () => {
  expect(zoomTo(tens, 12, 48)).toEqual({ from: 20, to: 40 })
  expect(zoomTo(tens, 12, 31)).toBeNull()
  expect(zoomTo(tens, 500, 600)).toBeNull()
})

test('keys: half around a point, twice as much, everything', () => {
  // Half of 0 … 100 around 40 is 20 … 70.
  expect(zoomAround(tens, [0, 100], 40, 0.5)).toEqual({ from: 20, to: 70 })
  // Twice 20 … 70 around 40 is 0 … 100.
  expect(zoomAround(tens, [20, 70], 40, 2)).toBe('all')
  expect(zoomAround(tens, [20, 40], 30, 2)).toEqual({ from: 10, to: 50 })
  expect(zoomAround(tens, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], 0, 0.5)).toEqual({
    from: 0,
    to: 50,
  })
  expect(zoomAround([], [0, 1], 0, 2)).toBeNull()
})

test('moving: half of the length, no further than the series', () => {
  expect(panned(tens, [20, 60], 0.5)).toEqual({ from: 40, to: 80 })
  expect(panned(tens, [20, 60], -1)).toEqual({ from: 0, to: 40 })
  expect(panned(tens, [60, 100], 0.5)).toBeNull()
})
