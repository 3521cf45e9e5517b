import { expect, test } from 'vitest'
import { ALWAYS, GroupTotals, sumCounts, sumPlaces } from './group-totals.ts'

const series = (firstDay: number, ...values: number[]) => ({
  firstDay,
  usd: Float64Array.from(values),
})
const groupOf = (totals: GroupTotals, name: string) => [totals.groups.get(name) ?? []].flat()

function daysOf({
  firstDay,
  usd,
}: {
  firstDay: number
  usd: Float64Array
}): Record<number, number> {
  return Object.fromEntries(
    [...usd].flatMap((value, index) => (Number.isNaN(value) ? [] : [[firstDay + index, value]])),
  )
}

test('default: values of one group, chain and section are added', () => {
  const totals = new GroupTotals()
  totals.add('A', 'base', 'tvl', series(10, 1, 2), ALWAYS)
  totals.add('A', 'base', 'tvl', series(11, 30), ALWAYS)
  totals.add('A', 'bsc', 'tvl', series(11, 500), ALWAYS)
  totals.add('A', 'base', 'staking', series(10, 7), ALWAYS)
  totals.add('B', 'base', 'tvl', series(10, 9), ALWAYS)
  expect(daysOf(sumPlaces(groupOf(totals, 'A'), ({ section }) => section === 'tvl'))).toEqual({
    10: 1,
    11: 532,
  })
  expect(daysOf(sumPlaces(groupOf(totals, 'A'), ({ chain }) => chain === 'base'))).toEqual({
    10: 8,
    11: 32,
  })
  expect(
    daysOf(
      sumPlaces(
        [...groupOf(totals, 'A'), ...groupOf(totals, 'B')],
        ({ chain }) => chain === 'base',
      ),
    ),
  ).toEqual({ 10: 17, 11: 32 })
})

test('behavior: days that do not touch the series make no group', () => {
  const totals = new GroupTotals()
  totals.add('A', 'base', 'tvl', series(10, 1), { fromDay: 11, untilDay: 20, share: 1 })
  totals.count('A', [{ series: series(10, 1), fromDay: 11, untilDay: 20, share: 1 }])
  expect([...totals.groups.keys()]).toEqual([])
  expect(daysOf(sumPlaces([], () => true))).toEqual({})
})

test('behavior: a protocol counts once a day, whatever the number of its places', () => {
  const totals = new GroupTotals()
  totals.count('A', [
    { series: series(10, 5, 0), ...ALWAYS },
    { series: series(11, 5, Number.NaN, 5), ...ALWAYS },
  ])
  totals.count('A', [{ series: series(11, 1), ...ALWAYS }])
  // Zero is a value; day 12 has none.
  expect(daysOf(sumCounts(groupOf(totals, 'A')))).toEqual({ 10: 1, 11: 2, 13: 1 })
})
