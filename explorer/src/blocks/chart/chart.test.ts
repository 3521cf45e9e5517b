import { expect, test } from 'vitest'
import { chartSvg, lineOf } from './chart-svg.ts'
import { prepare } from './prepare.ts'
import { ticks, timeTicks } from './ticks.ts'

const data = {
  times: [0, 86_400, 172_800],
  series: [
    { name: 'a', values: [1, null, 3] },
    { name: 'b <img>', values: [3, 4, 1] },
  ],
}

test('stack: heights add up, what is read stays the own value', () => {
  const prepared = prepare(data, 'stack', 'abs')
  expect(prepared.drawn).toEqual([
    [1, null, 3],
    [4, 4, 4],
  ])
  expect(prepared.read).toEqual(data.series.map(({ values }) => values))
})

test('share: percent of each point, stacked to 100', () => {
  const prepared = prepare(data, 'stack', 'share')
  expect(prepared.read).toEqual([
    [25, null, 75],
    [75, 100, 25],
  ])
  expect(prepared.drawn[1]).toEqual([100, 100, 100])
  expect(prepared.unit).toBe('percent')
})

test('logarithm: 0 and less have no place', () => {
  const zero = { times: [0, 1, 2], series: [{ name: 'z', values: [0, -1, 5] }] }
  expect(prepare(zero, 'line', 'log').drawn).toEqual([[null, null, 5]])
})

test('index: a stack becomes lines', () => {
  const prepared = prepare(data, 'stack', 'index100')
  expect(prepared.isStacked).toBe(false)
  expect(prepared.drawn[0]).toEqual([100, null, 300])
})

test.each([
  [0, 10, [0, 2.5, 5, 7.5, 10]],
  [0, 0.9, [0, 0.25, 0.5, 0.75]],
  [-3, 5, [-2, 0, 2, 4]],
  [4, 4, [4]],
])('ticks from %s to %s', (low, high, expected) => {
  expect(ticks(low, high)).toEqual(expected)
})

test('ticks of time: years bold, months between, days when near', () => {
  const year = timeTicks(Date.UTC(2025, 0, 1) / 1000, Date.UTC(2026, 0, 1) / 1000, 400)
  expect(year.map(({ label }) => label)).toEqual([
    '2025',
    'Mar',
    'May',
    'Jul',
    'Sep',
    'Nov',
    '2026',
  ])
  expect(year.map(({ isYear }) => isYear)).toEqual([true, false, false, false, false, false, true])
  expect(timeTicks(0, 3 * 86_400, 400).map(({ label }) => label)).toEqual([
    '1 Jan',
    '2 Jan',
    '3 Jan',
    '4 Jan',
  ])
})

test('a line breaks where a value is missing', () => {
  expect(
    lineOf(
      [0, 1, 2, 3],
      [1, null, 2, 3],
      (sec) => sec,
      (value) => value,
    ),
  ).toBe('M0 1M2 2L3 3')
})

test('an image escapes names and carries its origin', () => {
  const svg = chartSvg(prepare(data, 'line', 'abs'), {
    width: 640,
    height: 360,
    title: 'TVL & more',
    caption: '/v2/chains · as known 16 Nov 2026',
    kind: 'line',
    colors: ['#111', '#222'],
    ink: '#000',
    paper: '#fff',
    grid: '#eee',
    write: String,
  })
  expect(svg).toContain('TVL &amp; more')
  expect(svg).toContain('b &lt;img&gt;')
  expect(svg).not.toContain('<img>')
  expect(svg).toContain('/v2/chains · as known 16 Nov 2026')
})
