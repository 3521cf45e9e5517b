import { expect, test } from 'vitest'
import {
  chainsOf,
  columnOf,
  columnsByChain,
  columnsByGroup,
  countOf,
  hasValue,
  isShown,
  nameGroups,
} from './columns.ts'
import { ALWAYS, GroupTotals } from './group-totals.ts'

const series = (firstDay: number, ...values: number[]) => ({
  firstDay,
  usd: Float64Array.from(values),
})

/** Two oracles on two chains; day 0 of `newest` is the newest record. */
function totals() {
  const [daily, newest] = [new GroupTotals(), new GroupTotals()]
  daily.add('b', 'base', 'tvl', series(10, 1, 2), ALWAYS)
  daily.add('b', 'bsc', 'tvl', series(11, 30), ALWAYS)
  daily.add('b', 'base', 'staking', series(10, 7), ALWAYS)
  daily.add('a', 'base', 'tvl', series(10, 500), ALWAYS)
  daily.count('b', [{ series: series(10, 1, 2), ...ALWAYS }])
  newest.add('b', 'base', 'tvl', series(0, 4), ALWAYS)
  newest.add('c', 'base', 'tvl', series(0, 9), ALWAYS)
  return { daily, newest }
}

const upper = (name: string) => name.toUpperCase()
const flat = ({
  name,
  days,
  newest,
}: {
  name: string
  days: { firstDay: number; usd: Float64Array }
  newest: number
}) => [name, days.firstDay, [...days.usd], newest]
const plain = ({ section }: { section: string }) => section === 'tvl'

test('default: one column for each group of either, in order of the name it is served with', () => {
  const { daily, newest } = totals()
  expect(columnsByGroup(nameGroups(daily, newest, upper), plain).map(flat)).toEqual([
    ['A', 10, [500], Number.NaN],
    ['B', 10, [1, 32], 4],
    ['C', 0, [], 9],
  ])
})

test('behavior: groups of the same name are one', () => {
  const { daily, newest } = totals()
  expect(
    columnsByGroup(
      nameGroups(daily, newest, () => 'all'),
      plain,
    ).map(flat),
  ).toEqual([['all', 10, [501, 32], 13]])
})

test('behavior: groups without a value of what is wanted are left out', () => {
  const { daily, newest } = totals()
  const columns = columnsByGroup(
    nameGroups(daily, newest, upper),
    ({ section }) => section === 'staking',
  )
  expect(columns.map(flat)).toEqual([['B', 10, [7], Number.NaN]])
  expect(hasValue({ name: 'x', days: series(0), newest: 0 })).toBe(true)
})

test('behavior: one column for each chain', () => {
  const { daily, newest } = totals()
  const [, oracle] = nameGroups(daily, newest, upper)
  if (oracle === undefined) throw new Error('no group')
  expect(chainsOf(oracle)).toEqual(['base', 'bsc'])
  expect(columnsByChain(oracle, 'tvl', upper).map(flat)).toEqual([
    ['BASE', 10, [1, 2], 4],
    ['BSC', 11, [30], Number.NaN],
  ])
  expect(columnsByChain(oracle, 'all', upper).map(flat)).toEqual([
    ['BASE', 10, [8, 2], 4],
    ['BSC', 11, [30], Number.NaN],
  ])
  expect(columnsByChain(oracle, 'tvl', () => 'one').map(flat)).toEqual([['one', 10, [1, 32], 4]])
})

test('behavior: how many protocols', () => {
  const { daily, newest } = totals()
  const [, oracle] = nameGroups(daily, newest, upper)
  if (oracle === undefined) throw new Error('no group')
  expect(flat(countOf(oracle, 'protocols'))).toEqual(['protocols', 10, [1, 1], Number.NaN])
})

test('behavior: either alone', () => {
  const { daily, newest } = totals()
  expect(columnsByGroup(nameGroups(undefined, newest, upper), plain).map(flat)).toEqual([
    ['B', 0, [], 4],
    ['C', 0, [], 9],
  ])
  expect(nameGroups(daily, undefined, upper).map((group) => flat(columnOf(group, plain)))).toEqual([
    ['A', 10, [500], Number.NaN],
    ['B', 10, [1, 32], Number.NaN],
  ])
  expect(nameGroups(undefined, undefined, upper)).toEqual([])
})

test.each([
  ['tvl', 'tvl', true],
  ['tvl', 'staking', false],
  ['staking', 'staking', true],
  ['all', 'tvl', true],
  ['all', 'OwnTokens', true],
  ['all', 'doublecounted', false],
] as const)('behavior: a chart of %s shows %s: %s', (key, section, expected) => {
  expect(
    isShown({ chain: '', section, sum: totals().daily.groups.get('a')?.protocols as never }, key),
  ).toBe(expected)
})
