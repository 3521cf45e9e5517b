import { expect, test } from 'vitest'
import { withRest } from './with-rest.ts'

const _ = Number.NaN
const chart = (firstDay: number, ...values: number[]) => ({
  firstDay,
  values: Float64Array.from(values),
})
const breakdown = (firstDay: number, parts: Record<string, number[]>) => ({
  firstDay,
  days: Object.values(parts)[0]?.length ?? 0,
  parts: new Map(Object.entries(parts).map(([name, values]) => [name, Float64Array.from(values)])),
})
const shown = ({ firstDay, parts }: ReturnType<typeof withRest>) => [
  firstDay,
  Object.fromEntries([...parts].map(([name, values]) => [name, [...values]])),
]

test('default: what the parts leave over is the rest', () => {
  // Day 10: 100 − 60 − 30 = 10; day 11: all is split; day 12: nothing is split; day 13: no total.
  const found = withRest(
    chart(10, 100, 90, 50, _),
    breakdown(10, { A: [60, 60, _, 5], B: [30, 30, _, _] }),
    'Other',
  )
  expect(shown(found)).toEqual([
    10,
    { A: [60, 60, _, _], B: [30, 30, _, _], Other: [10, _, 50, _] },
  ])
})

test('behavior: a rest that has a name already is added to it', () => {
  expect(shown(withRest(chart(10, 100, 7), breakdown(10, { Other: [40, _] }), 'Other'))).toEqual([
    10,
    { Other: [100, 7] },
  ])
})

test('behavior: the parts may begin on another day', () => {
  expect(shown(withRest(chart(11, 9, 8), breakdown(10, { A: [5, 9, 8] }), 'Other'))).toEqual([
    11,
    { A: [9, 8] },
  ])
  expect(shown(withRest(chart(10, 9, 8), breakdown(11, { A: [8] }), 'Other'))).toEqual([
    10,
    { A: [_, 8], Other: [9, _] },
  ])
})

test('behavior: nothing to split', () => {
  expect(shown(withRest(chart(0), breakdown(0, {}), 'Other'))).toEqual([0, {}])
})
