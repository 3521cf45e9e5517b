import { expect, test } from 'vitest'
import { seriesOf } from '../series-for-tests.ts'
import { chartOf } from './chart.ts'

const always = { from: 0, to: 1_000 }
const shown = (chart: ReturnType<typeof chartOf>) => [chart.firstDay, ...chart.values]

test('default: series add up by day; a gap of one is not a zero, a gap of all is missing', () => {
  const one = seriesOf({ 100: 1, 101: 2, 104: 5 })
  const two = seriesOf({ 101: 10, 102: 20 }, { chain: 'base' })
  // 100: 1; 101: 2 + 10; 102: 20; 103: nobody; 104: 5
  expect(shown(chartOf([one, two], always))).toEqual([100, 1, 12, 20, Number.NaN, 5])
})

test('behavior: the range cuts both ends', () => {
  const series = seriesOf({ 100: 1, 101: 2, 102: 3, 103: 4 })
  expect(shown(chartOf([series], { from: 101, to: 102 }))).toEqual([101, 2, 3])
  expect(shown(chartOf([series], { from: 90, to: 100 }))).toEqual([100, 1])
  expect([...chartOf([series], { from: 200, to: 300 }).values]).toEqual([])
  expect([...chartOf([series], { from: 10, to: 20 }).values]).toEqual([])
})

test('behavior: a reported zero is a zero', () => {
  expect(shown(chartOf([seriesOf({ 100: 0 })], always))).toEqual([100, 0])
})

test('behavior: nothing at all', () => {
  expect([...chartOf([], always).values]).toEqual([])
  expect([...chartOf([seriesOf({ 5: 1 }, {}), seriesOf({})].slice(1), always).values]).toEqual([])
})
