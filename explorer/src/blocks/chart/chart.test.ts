import { expect, test } from 'vitest'
import { captionOf, chartSvg, lineOf } from './chart-svg.ts'
import { type ChartColors, colorOf } from './colors.ts'
import type { Drawing } from './notes.ts'
import { type Prepared, prepare } from './prepare.ts'
import { logTicks, ticks, timeTicks } from './ticks.ts'

const data = {
  times: [0, 86_400, 172_800],
  series: [
    { name: 'a', values: [1, null, 3] },
    { name: 'b <img>', values: [3, 4, 1] },
  ],
}

const drawnOf = (prepared: Prepared) => prepared.layers.map(({ drawn }) => drawn)
const readOf = (prepared: Prepared) => prepared.layers.map(({ read }) => read)

test('stack: heights add up, what is read stays the own value', () => {
  const prepared = prepare(data, 'stack', 'abs')
  expect(drawnOf(prepared)).toEqual([
    [1, null, 3],
    [4, 4, 4],
  ])
  expect(readOf(prepared)).toEqual(data.series.map(({ values }) => values))
})

test('share: percent of each point, stacked to 100', () => {
  const prepared = prepare(data, 'stack', 'share')
  expect(readOf(prepared)).toEqual([
    [25, null, 75],
    [75, 100, 25],
  ])
  expect(drawnOf(prepared)[1]).toEqual([100, 100, 100])
  expect(prepared.unit).toBe('percent')
})

test('logarithm: 0 and less have no place', () => {
  const zero = { times: [0, 1, 2], series: [{ name: 'z', values: [0, -1, 5] }] }
  expect(drawnOf(prepare(zero, 'line', 'log'))).toEqual([[null, null, 5]])
})

test('index: a stack becomes lines; percent is the same less 100', () => {
  const prepared = prepare(data, 'stack', 'index100')
  expect(prepared.isStacked).toBe(false)
  expect(drawnOf(prepared)[0]).toEqual([100, null, 300])
  expect(drawnOf(prepare(data, 'line', 'percent'))[0]).toEqual([0, null, 200])
})

test('bars of several series are stacked, and drawn as lines on a scale that has no sum', () => {
  expect(prepare(data, 'bar', 'abs')).toMatchObject({ isStacked: true, isBars: true })
  expect(prepare(data, 'bar', 'log')).toMatchObject({ isStacked: false, isBars: false })
})

test('few layers of a stack are distinguished: the ramp is spread over them', () => {
  const places = (count: number) => {
    const series = Array.from({ length: count }, (_, name) => ({ name: `${name}`, values: [1] }))
    return prepare({ times: [0], series }, 'stack', 'abs').layers.map(({ place }) => place)
  }
  expect(places(1)).toEqual([0])
  expect(places(2)).toEqual([0, 3])
  expect(places(4)).toEqual([0, 2, 3, 5])
  expect(places(8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('overlays: a comparison is on the same scale, and none is on shares', () => {
  const ghosts = [{ name: 'a, previous period', values: [2, 3, 4] }]
  const percent = prepare(data, 'line', 'percent', { ghosts })
  expect(percent.layers.at(-1)).toMatchObject({ look: 'ghost', read: [0, 50, 100] })
  expect(prepare(data, 'stack', 'share', { ghosts }).layers).toHaveLength(2)
})

test.each([
  [0, 10, [0, 2.5, 5, 7.5, 10]],
  [0, 0.9, [0, 0.25, 0.5, 0.75]],
  [-3, 5, [-2, 0, 2, 4]],
  [4, 4, [4]],
])('ticks from %s to %s', (low, high, expected) => {
  expect(ticks(low, high)).toEqual(expected)
})

test.each([
  [2, 3_000, [10, 100, 1_000]],
  [1, 100, [1, 10, 100]],
  [2, 5, [2, 5]],
  [12, 300, [20, 50, 100, 200]],
  [3, 4, []],
  [0, 5, []],
])('powers of ten from %s to %s', (low, high, expected) => {
  expect(logTicks(low, high)).toEqual(expected)
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

const plain = { x: (sec: number) => sec, y: (value: number) => value }

test('a line breaks where a value is missing', () => {
  expect(lineOf([0, 1, 2, 3], [1, null, 2, 3], plain)).toBe('M0 1M2 2L3 3')
})

test('a stepped line keeps its value until the next one', () => {
  expect(lineOf([0, 1, 2, 3], [1, 4, null, 2], plain, true)).toBe('M0 1H1V4M3 2')
})

const colors: ChartColors = {
  lines: ['#111111', '#222222'],
  ramp: ['#333333'],
  rest: '#444444',
  ink: '#000000',
  label: '#555555',
  paper: '#ffffff',
  grid: '#eeeeee',
  rule: '#dddddd',
  held: '#aa0000',
  revised: '#0000aa',
  revisedPaper: '#ddddff',
  up: '#00aa00',
  down: '#aa0000',
  ghost: '#999999',
  hatch: '#cccccc',
  font: '11px sans-serif',
}
const options = {
  width: 640,
  height: 360,
  scale: 2,
  title: 'TVL & more',
  caption: captionOf({ url: '/v2/chains', isDemo: true, asOf: null, nowSec: 0 }),
  colors,
  write: String,
}
const drawing = (prepared: Prepared): Drawing => ({
  prepared,
  gaps: [[0, 172_800]],
  revisedSecs: [86_400],
  annotations: [{ sec: 86_400, text: 'Hack <b>' }],
  strokes: new Map(),
  marks: [{ sec: 0, shape: 'held', words: 'a newer reading is held back' }],
})

test('an image escapes names and carries its origin', () => {
  const svg = chartSvg(drawing(prepare(data, 'line', 'abs')), options)
  expect(svg).toContain('TVL &amp; more')
  expect(svg).toContain('b &lt;img&gt;')
  expect(svg).toContain('Hack &lt;b&gt;')
  expect(svg).not.toMatch(/<img>|<b>/)
  expect(svg).toContain('Almanac, demo data · as known 1 Jan 1970, 00:00 UTC · /v2/chains')
  expect(svg).toContain('width="1280" height="720" viewBox="0 0 640 360"')
})

test('an image has what the screen has: names, hatches, tints, marks, comparisons', () => {
  const ghosts = [{ name: 'a, previous period', values: [2, 3, 4] }]
  const svg = chartSvg(drawing(prepare(data, 'line', 'abs', { ghosts })), options)
  expect(svg).toContain('stroke-dasharray="4 4"')
  expect(svg).toContain('>a, previous period</text>')
  expect(svg).toContain(`stroke="${colors.hatch}"`)
  expect(svg).toContain(`fill="${colors.revisedPaper}"`)
  expect(svg).toContain('<title>a newer reading is held back</title>')
})

test('an image of a logarithm has powers of ten at equal distances', () => {
  const powers = { times: [0, 1, 2], series: [{ name: 'p', values: [1, 10, 100] }] }
  const svg = chartSvg({ ...drawing(prepare(powers, 'line', 'log')), gaps: [], marks: [] }, options)
  // The plot goes from 36 below the top to 46 above the foot: 314, 175 and 36.
  for (const y of [314, 175, 36]) expect(svg).toContain(`M14 ${y}H570`)
})

test('beyond the palette lines are grey until pointed at', () => {
  const three = { times: [0], series: ['a', 'b', 'c'].map((name) => ({ name, values: [1] })) }
  const prepared = prepare(three, 'line', 'abs')
  const at = (place: number, focused: string | null) => {
    const layer = prepared.layers[place]
    return layer === undefined ? null : colorOf(layer, prepared, colors, focused)
  }
  expect([at(0, null), at(2, null), at(2, 'c'), at(0, 'c')]).toEqual([
    '#111111',
    colors.rest,
    colors.ink,
    colors.rest,
  ])
})
