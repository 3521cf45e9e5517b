import { expect, test } from 'vitest'
import { heldWords, placeLabels, placeMarks, topAt, withHeldWords, wordsAt } from './notes.ts'
import { prepare } from './prepare.ts'
import { hatchPath, markPath } from './shapes.ts'

const point = (atSec: number | null, ...marks: string[]) => ({ atSec, marks })

test('marks are on the last point at or before the reading, the strongest first', () => {
  const points = [
    point(25, 'carried'),
    point(29, 'revised', 'held'),
    point(10, 'revised'),
    point(45, 'extrapolated'),
    // Nothing to draw: before the first point, without a time, plainly measured later.
    point(5, 'held'),
    point(null, 'held'),
    point(30, 'backfilled'),
  ]
  expect(placeMarks(points, [10, 20, 30, 40]).map(({ sec, shape }) => [sec, shape])).toEqual([
    [10, 'revised'],
    [20, 'held'],
    [40, 'carried'],
  ])
})

test('a point says its marks and events', () => {
  const marks = placeMarks([point(20, 'disputed')], [10, 20])
  const annotations = [
    { sec: 25, text: 'Hack' },
    { sec: 30, text: 'Later' },
  ]
  expect(wordsAt(20, 30, { annotations, marks })).toEqual(['disputed', 'Hack'])
})

test('a mark of a stack is on its top', () => {
  const data = {
    times: [10, 20],
    series: [
      { name: 'a', values: [1, null] },
      { name: 'b', values: [2, null] },
    ],
  }
  expect(topAt(prepare(data, 'stack', 'abs'), 10)).toBe(3)
  expect(topAt(prepare(data, 'stack', 'abs'), 20)).toBeNull()
})

test('labels: in rows, to the left at the right edge, none where there is no room', () => {
  // Ten letters are 70 px wide.
  const at = (x: number) => ({ x, text: 'ten letter' })
  expect(
    placeLabels([at(40), at(0), at(50), at(55), at(190), at(300)], 0, 200).map(
      ({ x, row, isLeft }) => [x, row, isLeft],
    ),
  ).toEqual([
    [0, 0, false],
    [40, 1, false],
    [50, 2, false],
    [55, null, false],
    [190, 0, true],
  ])
  expect(placeLabels([{ x: 0, text: 'x'.repeat(30) }], 0, 500)[0]?.text).toBe(`${'x'.repeat(23)}…`)
})

test('shapes: diamond, square, broken ring', () => {
  expect(markPath('held', 10, 20, 4)).toBe('M6 16h8v8h-8Z')
  expect(markPath('revised', 10, 20, 10)).toBe('M10 7L23 20L10 33L-3 20Z')
  expect(markPath('carried', 0, 0, 4).match(/A/g)).toHaveLength(4)
})

test('hatches stay within their rectangle', () => {
  // Feet at −6, 0 and 6: from (0, 4) to (4, 0) of the first, and so on.
  expect(hatchPath({ left: 0, right: 12, top: 0, bottom: 10 })).toBe('M0 4L4 0M0 10L10 0M6 10L12 4')
})

const reading = {
  atSec: 20,
  series: { protocol: '35' },
  value: 142_914_450,
  servedValue: 47_638_150,
  reason: 'tvlUsd is ×3 of the reading before; the limit is ×2.',
}

test('what was read, what is served instead, and why', () => {
  expect(heldWords(reading).replaceAll(/\s/g, ' ')).toBe(
    'held back: 142.9 M was read, 47.64 M is served. tvlUsd is ×3 of the reading before; the limit is ×2.',
  )
  expect(heldWords({ ...reading, servedValue: null })).toContain('nothing is served')
})

test('a reading of a whole is held at each of its parts, at its time alone', () => {
  const held = { marks: ['held'], key: { protocol: '35', chain: 'base' } }
  const points = [
    { ...held, atSec: 20 },
    { ...held, atSec: 10 },
    { ...held, atSec: 20, key: { protocol: '36' } },
    { ...held, atSec: 20, marks: ['revised'] },
  ]
  expect(withHeldWords(points, [reading]).map((point) => 'words' in point)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
