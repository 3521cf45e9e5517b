import { describe, expect, test } from 'vitest'
import { type OracleLink, oracleShares, securedRanges, secures } from './oracle-shares.ts'

const EVER = Number.POSITIVE_INFINITY

function link(oracle: string, type: string, more: Partial<OracleLink> = {}): OracleLink {
  return { oracle, type, chain: 'all', fromSec: 0, untilSec: null, ...more }
}

const share = (oracle: string, fromSec: number, untilSec: number, part: number) => ({
  oracle,
  fromSec,
  untilSec,
  share: part,
})

describe('shares', () => {
  test('default: a primary oracle secures everything, from the beginning of its link', () => {
    expect(oracleShares([link('A', 'Primary', { fromSec: 100 })], 'base')).toEqual([
      share('A', 100, EVER, 1),
    ])
  })

  test('behavior: members of an aggregator secure equal parts', () => {
    expect(
      oracleShares(
        [link('A', 'Aggregator'), link('B', 'Aggregator'), link('C', 'Aggregator')],
        'base',
      ),
    ).toEqual([share('A', 0, EVER, 1 / 3), share('B', 0, EVER, 1 / 3), share('C', 0, EVER, 1 / 3)])
  })

  test('behavior: the parts change when a member joins or leaves', () => {
    // Alone until 100, two from 100 to 300, then the second alone.
    expect(
      oracleShares(
        [link('A', 'Aggregator', { untilSec: 300 }), link('B', 'Aggregator', { fromSec: 100 })],
        'base',
      ),
    ).toEqual([
      share('A', 0, 100, 1),
      share('A', 100, 300, 1 / 2),
      share('B', 100, 300, 1 / 2),
      share('B', 300, EVER, 1),
    ])
  })

  test('behavior: two primary oracles both secure everything', () => {
    expect(
      oracleShares([link('A', 'Primary'), link('B', 'Primary', { fromSec: 100 })], 'base'),
    ).toEqual([share('A', 0, EVER, 1), share('B', 100, EVER, 1)])
  })

  test('behavior: a primary oracle beside an aggregator takes nothing from its members', () => {
    expect(
      oracleShares(
        [link('P', 'Primary'), link('A', 'Aggregator'), link('B', 'Aggregator')],
        'base',
      ),
    ).toEqual([share('A', 0, EVER, 1 / 2), share('B', 0, EVER, 1 / 2), share('P', 0, EVER, 1)])
  })

  test('behavior: an oracle that is primary and a member of the aggregator is primary', () => {
    expect(
      oracleShares(
        [link('A', 'Primary'), link('A', 'Aggregator'), link('B', 'Aggregator')],
        'base',
      ),
    ).toEqual([share('A', 0, EVER, 1), share('B', 0, EVER, 1 / 2)])
  })

  test('behavior: a migration: one ends where the other begins, at no timestamp both', () => {
    expect(
      oracleShares(
        [link('A', 'Primary', { untilSec: 100 }), link('B', 'Primary', { fromSec: 100 })],
        'base',
      ),
    ).toEqual([share('A', 0, 100, 1), share('B', 100, EVER, 1)])
  })

  test('behavior: a link on a chain holds there alone; one on all chains holds there too', () => {
    const links = [link('A', 'Primary', { chain: 'base' }), link('B', 'Primary')]
    expect(oracleShares(links, 'base').map(({ oracle }) => oracle)).toEqual(['A', 'B'])
    expect(oracleShares(links, 'bsc').map(({ oracle }) => oracle)).toEqual(['B'])
  })

  test('behavior: the same oracle by two links counts once', () => {
    const links = [
      link('A', 'Aggregator'),
      link('A', 'Aggregator', { chain: 'base' }),
      link('B', 'Aggregator'),
    ]
    expect(oracleShares(links, 'base')).toEqual([
      share('A', 0, EVER, 1 / 2),
      share('B', 0, EVER, 1 / 2),
    ])
  })

  test('behavior: a link that was interrupted gives two ranges', () => {
    expect(
      oracleShares(
        [link('A', 'Primary', { untilSec: 100 }), link('A', 'Primary', { fromSec: 200 })],
        'base',
      ),
    ).toEqual([share('A', 0, 100, 1), share('A', 200, EVER, 1)])
  })

  test('behavior: a link that was taken back never held', () => {
    expect(oracleShares([link('A', 'Primary', { fromSec: 100, untilSec: 100 })], 'base')).toEqual(
      [],
    )
  })

  test.each(['Secondary', 'Fallback', 'RNG', 'Reference', 'PoR'])(
    'behavior: %s secures nothing',
    (type) => {
      expect(secures(link('A', type))).toBe(false)
      expect(oracleShares([link('A', type), link('B', 'Aggregator')], 'base')).toEqual([
        share('B', 0, EVER, 1),
      ])
    },
  )

  test('behavior: no link, no share', () => {
    expect(oracleShares([], 'base')).toEqual([])
  })
})

describe('ranges', () => {
  test('default: overlapping and touching shares are one range', () => {
    const shares = [share('A', 0, 100, 1), share('B', 50, 200, 1), share('C', 200, 300, 0.5)]
    expect(securedRanges(shares)).toEqual([{ fromSec: 0, untilSec: 300 }])
  })

  test('behavior: a time without any oracle divides them', () => {
    expect(securedRanges([share('B', 200, EVER, 1), share('A', 0, 100, 1)])).toEqual([
      { fromSec: 0, untilSec: 100 },
      { fromSec: 200, untilSec: EVER },
    ])
  })

  test('behavior: one inside another adds nothing', () => {
    expect(securedRanges([share('A', 0, 300, 1), share('B', 100, 200, 1)])).toEqual([
      { fromSec: 0, untilSec: 300 },
    ])
  })

  test('behavior: no share, no range', () => {
    expect(securedRanges([])).toEqual([])
  })
})
