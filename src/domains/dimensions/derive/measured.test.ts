import { expect, test } from 'vitest'
import { member, seriesOf } from '../series-for-tests.ts'
import { measure as measureMember, sumOf, totalsByChain } from './measured.ts'
import type { Member } from './members.ts'

const D = 1_000
const measure = (members: readonly Member[], kind: 'flow' | 'level') =>
  members.map((one) => measureMember(one, D, kind))

test('default: a member is the sum of its series, a total the sum of its members, chains cut both', () => {
  const one = member('A', [
    seriesOf({ [D]: 10, [D - 1]: 4 }),
    seriesOf({ [D]: 7 }, { chain: 'base' }),
  ])
  const two = member('B', [seriesOf({ [D]: 5 }, { chain: 'base' })])
  const measured = measure([one, two], 'flow')
  expect(measured.map(({ totals }) => [totals.total24h, totals.total7d])).toEqual([
    [17, 21],
    [5, 5],
  ])
  expect(sumOf(measured).total24h).toBe(22)
  // base 7 + 5 = 12, ethereum 10
  expect(
    totalsByChain(measured).map(([chain, { total24h, total7d }]) => [chain, total24h, total7d]),
  ).toEqual([
    ['base', 12, 12],
    ['ethereum', 10, 14],
  ])
})

test('behavior: distinct users are counted across chains apart from the chains', () => {
  const chains = [seriesOf({ [D]: 10 }), seriesOf({ [D]: 8 }, { chain: 'base' })]
  const all = [seriesOf({ [D]: 13 }, { chain: 'all' }), ...chains]
  const [measured] = measure(
    [{ ...member('A', all), counted: all.slice(0, 1), perChain: chains }],
    'level',
  )
  expect(measured?.totals.total24h).toBe(13)
  expect(
    totalsByChain(measured === undefined ? [] : [measured]).map(([chain, { total24h }]) => [
      chain,
      total24h,
    ]),
  ).toEqual([
    ['ethereum', 10],
    ['base', 8],
  ])
})

test('behavior: chains of equal size stand by name, those without 24 hours last', () => {
  const series = ['zora', 'base', 'mode'].map((chain) => seriesOf({ [D]: 1 }, { chain }))
  const old = seriesOf({ [D - 5]: 100 }, { chain: 'celo' })
  expect(
    totalsByChain(measure([member('A', [...series, old])], 'flow')).map(([chain]) => chain),
  ).toEqual(['base', 'mode', 'zora', 'celo'])
})
