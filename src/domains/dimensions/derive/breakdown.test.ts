import { expect, test } from 'vitest'
import { seriesOf } from '../series-for-tests.ts'
import { breakdownOf } from './breakdown.ts'
import type { DaySeries } from './day-series.ts'

const byChain = (series: readonly DaySeries[]) =>
  series.map((one) => ({ name: one.chain, series: one }))
const always = { from: 0, to: 1_000 }
const shown = ({ firstDay, days, parts }: ReturnType<typeof breakdownOf>) => ({
  firstDay,
  days,
  parts: Object.fromEntries([...parts].map(([name, values]) => [name, [...values]])),
})

test('default: each part over all days of the whole', () => {
  const series = [
    seriesOf({ 100: 1, 101: 2 }, { chain: 'ethereum' }),
    seriesOf({ 101: 10 }, { chain: 'base' }),
    seriesOf({ 102: 5 }, { chain: 'ethereum', version: 'V2' }),
  ]
  expect(shown(breakdownOf(byChain(series), always))).toEqual({
    firstDay: 100,
    days: 3,
    parts: { ethereum: [1, 2, 5], base: [Number.NaN, 10, Number.NaN] },
  })
})

test('behavior: a part without a value in the range stays, empty', () => {
  const series = [seriesOf({ 100: 1, 101: 2 }), seriesOf({ 90: 10 }, { chain: 'base' })]
  expect(shown(breakdownOf(byChain(series), { from: 100, to: 100 }))).toEqual({
    firstDay: 100,
    days: 1,
    parts: { ethereum: [1], base: [Number.NaN] },
  })
})

test('behavior: nothing at all', () => {
  expect(shown(breakdownOf([], always))).toEqual({
    firstDay: 0,
    days: 0,
    parts: {},
  })
})
