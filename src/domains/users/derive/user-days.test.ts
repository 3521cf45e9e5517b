import { expect, test } from 'vitest'
import type { Member } from '../../dimensions/public.ts'
import { userDays } from './user-days.ts'

const DAY = 86_400
const series = (chain: string, firstDay: number, ...values: number[]) => ({
  ...{ protocol: '1', version: '', chain, isLabelled: false, isDerived: false },
  ...{ firstDay, values: Float64Array.from(values) },
})
const member = (counted: Member['counted'], perChain: Member['perChain']): Member => ({
  subject: {
    id: '1',
    name: 'A',
    slug: 'a',
    category: null,
    tags: [],
    type: 'protocol',
    isDoubleCounted: false,
    protocol: undefined,
  },
  all: [...counted, ...perChain],
  counted,
  perChain,
})
const upper = (chain: string) => chain.toUpperCase()

test('default: all first, then the chains by name, day by day; a missing day has no row', () => {
  const chains = [series('op', 10, 5, Number.NaN, 7), series('base', 10, 8)]
  expect(userDays(member([series('all', 10, 12)], chains), 12, upper)).toEqual([
    { date: 10 * DAY, value: 12, chain: 'all' },
    { date: 10 * DAY, value: 8, chain: 'BASE' },
    { date: 10 * DAY, value: 5, chain: 'OP' },
    { date: 12 * DAY, value: 7, chain: 'OP' },
  ])
})

test('behavior: the running day does not count, and versions of a chain add up', () => {
  const chains = [series('op', 10, 5, 6), { ...series('op', 10, 1), version: 'V2' }]
  expect(userDays(member(chains, chains), 10, upper)).toEqual([
    { date: 10 * DAY, value: 6, chain: 'all' },
    { date: 10 * DAY, value: 6, chain: 'OP' },
  ])
})

test('behavior: nothing known, no rows', () => {
  expect(userDays(member([], []), 10, upper)).toEqual([])
})
