import { describe, expect, test } from 'vitest'
import { nameGroups } from './columns.ts'
import { ALWAYS, GroupTotals } from './group-totals.ts'
import { chainFigures, newestValues, overviewGroups, percentages } from './overview.ts'

const series = (firstDay: number, ...values: number[]) => ({
  firstDay,
  usd: Float64Array.from(values),
})

function groups() {
  const [daily, newest] = [new GroupTotals(), new GroupTotals()]
  daily.add('A', 'base', 'tvl', series(10, 1, 2), ALWAYS)
  daily.add('A', 'bsc', 'tvl', series(10, 10), ALWAYS)
  daily.add('A', 'bsc', 'staking', series(11, 5), ALWAYS)
  daily.count('A', [{ series: series(10, 1, 2), ...ALWAYS }])
  newest.add('A', 'base', 'tvl', series(0, 3), ALWAYS)
  newest.add('B', 'base', 'borrowed', series(0, 9), ALWAYS)
  newest.add('C', 'base', 'tvl', series(0, 40), ALWAYS)
  return nameGroups(daily, newest, (name) => name)
}

test('default: the plain value always, then the count, then sections that have a value', () => {
  const made = overviewGroups(groups(), {
    count: 'forks',
    others: ['staking', 'borrowed', 'pool2'],
  })
  const shown = made.map(({ name, figures }) => [
    name,
    ...figures.map((figure) => [figure.name, [...figure.days.usd], figure.newest, figure.missing]),
  ])
  expect(shown).toEqual([
    [
      'A',
      ['tvl', [11, 2], 3, 'null'],
      ['forks', [1, 1], Number.NaN, '0'],
      ['staking', [5], Number.NaN, undefined],
    ],
    [
      'B',
      ['tvl', [], Number.NaN, 'null'],
      ['forks', [], Number.NaN, '0'],
      ['borrowed', [], 9, undefined],
    ],
    ['C', ['tvl', [], 40, 'null'], ['forks', [], Number.NaN, '0']],
  ])
})

test('behavior: without a count', () => {
  const [first] = overviewGroups(groups(), { others: ['staking'] })
  expect(first?.figures.map(({ name }) => name)).toEqual(['tvl', 'staking'])
})

test('behavior: the newest plain values, largest first; a group without one is not there', () => {
  expect([...newestValues(overviewGroups(groups(), { others: [] }))]).toEqual([
    ['C', 40],
    ['A', 3],
  ])
})

test('behavior: by chain, and by section of a chain', () => {
  const [first] = chainFigures(groups(), (chain) => chain.toUpperCase())
  expect(first?.figures.map(({ name, days, newest }) => [name, [...days.usd], newest])).toEqual([
    ['BASE', [1, 2], 3],
    ['BSC', [10], Number.NaN],
    ['BSC-staking', [5], Number.NaN],
  ])
})

describe('percentages', () => {
  test('default: percent of the whole', () => {
    // 1 + 3 + 4 = 8.
    expect(
      percentages(
        new Map([
          ['a', 1],
          ['b', 3],
          ['c', 4],
        ]),
      ),
    ).toEqual({ a: 12.5, b: 37.5, c: 50 })
  })

  test('behavior: one has everything, zero has nothing', () => {
    expect(
      percentages(
        new Map([
          ['a', 7],
          ['b', 0],
        ]),
      ),
    ).toEqual({ a: 100, b: 0 })
  })

  test('behavior: a share of nothing is not known', () => {
    expect(
      percentages(
        new Map([
          ['a', 0],
          ['b', 0],
        ]),
      ),
    ).toEqual({ a: null, b: null })
    expect(percentages(new Map())).toEqual({})
  })

  test('behavior: names that objects have already are names like others', () => {
    expect(
      Object.entries(
        percentages(
          new Map([
            ['__proto__', 1],
            ['constructor', 1],
          ]),
        ),
      ),
    ).toEqual([
      ['__proto__', 50],
      ['constructor', 50],
    ])
  })
})
