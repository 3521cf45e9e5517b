import { expect, test } from 'vitest'
import { Attribution, midnights, oneTimestamp } from './attribution.ts'
import type { Member } from './members.ts'

const DAY = 86_400

function member(given: Partial<Member>): Member {
  return {
    id: '1',
    isDead: false,
    category: 'Dexs',
    parts: [],
    originals: [],
    originalFamilies: [],
    oracleLinks: [],
    ...given,
  }
}

const place = (chain: string, section: string, firstDay: number, ...values: number[]) => ({
  chain,
  section,
  firstDay,
  usd: Float64Array.from(values),
})

const link = (oracle: string, type: string, fromSec: number, untilSec: number | null) => ({
  oracle,
  type,
  chain: 'all',
  fromSec,
  untilSec,
})

/** `{group: {<chain> <section>: {day: value}}}`, and the number of protocols under `#`. */
function shown(
  totals: Attribution['oracles'],
): Record<string, Record<string, Record<number, number>>> {
  const days = ({ firstDay, usd }: { firstDay: number; usd: Float64Array }) =>
    Object.fromEntries(
      [...usd].flatMap((value, index) => (Number.isNaN(value) ? [] : [[firstDay + index, value]])),
    )
  return Object.fromEntries(
    [...totals.groups].map(([name, { places, protocols }]) => [
      name,
      {
        ...Object.fromEntries([...places].map(([key, { sum }]) => [key, days(sum)])),
        '#': days(protocols),
      },
    ]),
  )
}

test('default: a category adds up chains, keeps sections apart and repeats the parts', () => {
  const totals = new Attribution()
  const places = [
    place('base', 'tvl', 10, 1, 2),
    place('bsc', 'tvl', 11, 30),
    place('bsc', 'staking', 11, 7),
    place('bsc', 'odd', 10, 9),
  ]
  totals.add(member({ parts: ['doublecounted'] }), places, midnights)
  totals.add(member({ id: '2' }), [place('base', 'tvl', 11, 500)], midnights)
  expect(shown(totals.categories)).toEqual({
    Dexs: {
      ' tvl': { 10: 1, 11: 532 },
      ' staking': { 11: 7 },
      ' doublecounted': { 10: 1, 11: 32 },
      '#': { 10: 1, 11: 2 },
    },
  })
})

test('behavior: a fork counts for each of its originals and each family of theirs', () => {
  const totals = new Attribution()
  totals.add(
    member({ originals: ['5', '6'], originalFamilies: ['parent#p'] }),
    [place('base', 'tvl', 10, 4)],
    midnights,
  )
  expect(shown(totals.forks)).toEqual({
    5: { ' tvl': { 10: 4 }, '#': { 10: 1 } },
    6: { ' tvl': { 10: 4 }, '#': { 10: 1 } },
  })
  expect(Object.keys(shown(totals.forkFamilies))).toEqual(['parent#p'])
})

test('behavior: an oracle migration in mid-series, day by day', () => {
  const totals = new Attribution()
  // A until midnight of day 12, B from 06:00 of day 12: midnight of day 12 has neither.
  const oracleLinks = [
    link('A', 'Primary', 0, 12 * DAY),
    link('B', 'Primary', 12 * DAY + 6 * 3_600, null),
  ]
  totals.add(member({ oracleLinks }), [place('base', 'tvl', 10, 1, 2, 3, 4)], midnights)
  expect(shown(totals.oracles)).toEqual({
    A: { 'base tvl': { 10: 1, 11: 2 }, '#': { 10: 1, 11: 1 } },
    B: { 'base tvl': { 13: 4 }, '#': { 13: 1 } },
  })
  expect(shown(totals.allOracles)).toEqual({
    '': { 'base tvl': { 10: 1, 11: 2, 13: 4 }, '#': { 10: 1, 11: 1, 13: 1 } },
  })
})

test('behavior: two primary oracles get everything, all oracles together get it once', () => {
  const totals = new Attribution()
  totals.add(
    member({ oracleLinks: [link('A', 'Primary', 0, null), link('B', 'Primary', 0, null)] }),
    [place('base', 'tvl', 10, 8)],
    midnights,
  )
  expect(shown(totals.oracles)).toMatchObject({
    A: { 'base tvl': { 10: 8 } },
    B: { 'base tvl': { 10: 8 } },
  })
  expect(shown(totals.allOracles)).toMatchObject({ '': { 'base tvl': { 10: 8 } } })
})

test('behavior: the parts of an aggregator, sections included, add up to the whole', () => {
  const totals = new Attribution()
  const oracleLinks = [link('A', 'Aggregator', 0, null), link('B', 'Aggregator', 0, null)]
  totals.add(
    member({ oracleLinks }),
    [place('base', 'tvl', 10, 8), place('base', 'borrowed', 10, 6)],
    midnights,
  )
  const half = { 'base tvl': { 10: 4 }, 'base borrowed': { 10: 3 }, '#': { 10: 1 } }
  expect(shown(totals.oracles)).toEqual({ A: half, B: half })
})

test('behavior: one timestamp: a link holds from its beginning, and no longer at its end', () => {
  const totals = new Attribution()
  const oracleLinks = [
    link('A', 'Primary', 100, 200),
    link('B', 'Primary', 200, null),
    link('C', 'Primary', 201, null),
  ]
  totals.add(member({ oracleLinks }), [place('base', 'tvl', 0, 8)], oneTimestamp(200))
  expect(Object.keys(shown(totals.oracles))).toEqual(['B'])
  expect(oneTimestamp(199)({ fromSec: 100, untilSec: 200 })).toEqual({ fromDay: 0, untilDay: 1 })
})

test.each([
  ['from midnight to midnight', 10 * DAY, 12 * DAY, 10, 12],
  ['from a second after midnight', 10 * DAY + 1, 12 * DAY + 1, 11, 13],
  ['within one day', 10 * DAY + 1, 11 * DAY - 1, 11, 11],
  ['for ever', 0, Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY],
])('behavior: midnights %s', (_, fromSec, untilSec, fromDay, untilDay) => {
  expect(midnights({ fromSec, untilSec })).toEqual({ fromDay, untilDay })
})
