import { expect, test } from 'vitest'
import { seriesOf } from '../series-for-tests.ts'
import { valueAt } from './day-series.ts'
import { distinctAcrossChains } from './distinct-across-chains.ts'

const shown = (series: ReturnType<typeof distinctAcrossChains>) =>
  [100, 101, 102].map((day) => (series ? valueAt(series, day) : undefined))

test('default: what was counted across chains stands, whatever the chains say', () => {
  const own = seriesOf({ 100: 12 }, { chain: 'all' })
  const chains = [seriesOf({ 100: 10 }), seriesOf({ 100: 5 }, { chain: 'base' })]
  expect(shown(distinctAcrossChains([own, ...chains], 'all'))).toEqual([12, Number.NaN, Number.NaN])
})

test('behavior: two chains do not add up; a single one is the whole', () => {
  const chains = [seriesOf({ 100: 10, 101: 7 }), seriesOf({ 100: 5 }, { chain: 'base' })]
  const across = distinctAcrossChains(chains, 'all')
  expect(shown(across)).toEqual([Number.NaN, 7, Number.NaN])
  expect(across?.chain).toBe('all')
})

test('behavior: days without an own figure are completed, and the own series stays as it was', () => {
  const own = seriesOf({ 100: 12 }, { chain: 'all' })
  const across = distinctAcrossChains([own, seriesOf({ 101: 7 })], 'all')
  expect(shown(across)).toEqual([12, 7, Number.NaN])
  expect(shown(own)).toEqual([12, Number.NaN, Number.NaN])
})

test('behavior: several chains and no own figure: nothing is known across them', () => {
  expect(
    distinctAcrossChains([seriesOf({ 100: 1 }), seriesOf({ 100: 1 }, { chain: 'base' })], 'all'),
  ).toBeUndefined()
  expect(distinctAcrossChains([], 'all')).toBeUndefined()
})
