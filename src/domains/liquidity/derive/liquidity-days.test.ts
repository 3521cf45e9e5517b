import { describe, expect, test } from 'vitest'
import { type LiquidityDay, liquidityDays, type PoolSample } from './liquidity-days.ts'

const DAY = 86_400
const FIRST = 1_700_006_400 // a midnight

/** A sample of a pool, `day` days after the first, at midnight unless a second is given. */
function sample(
  pool: string,
  day: number,
  usd: number,
  given: Partial<PoolSample> = {},
): PoolSample {
  return {
    coin: 'x',
    pool,
    atSec: FIRST + day * DAY,
    usd,
    tokens: null,
    volumeUsd: null,
    depth1PctUsd: null,
    depth2PctUsd: null,
    ...given,
  }
}

const day = (
  number: number,
  usd: number,
  pools: number,
  carriedPools: number,
): Partial<LiquidityDay> => ({
  daySec: FIRST + number * DAY,
  usd,
  pools,
  carriedPools,
})

test('default: pools add up', () => {
  const all = { tokens: 10, volumeUsd: 5, depth1PctUsd: 1, depth2PctUsd: 2 }
  expect(
    liquidityDays([sample('a', 0, 100, all), sample('b', 0, 50, { ...all, tokens: 4 })]),
  ).toEqual([
    // 100 + 50, 10 + 4, 5 + 5, 1 + 1, 2 + 2.
    {
      daySec: FIRST,
      usd: 150,
      tokens: 14,
      volumeUsd: 10,
      depth1PctUsd: 2,
      depth2PctUsd: 4,
      pools: 2,
      carriedPools: 0,
    },
  ])
})

test.each([
  ['nothing measured', [], []],
  ['one pool, one day', [sample('a', 0, 100)], [day(0, 100, 1, 0)]],
  [
    'of several samples of a day the last',
    [sample('a', 0, 100), sample('a', 0, 70, { atSec: FIRST + DAY - 1 })],
    [day(0, 70, 1, 0)],
  ],
  ['a pool of nothing is a pool', [sample('a', 0, 0)], [day(0, 0, 1, 0)]],
  [
    'a pool that begins later',
    [sample('a', 0, 100), sample('a', 1, 110), sample('b', 1, 5)],
    [day(0, 100, 1, 0), day(1, 115, 2, 0)],
  ],
  // b is missing on day 1: 110 + 5 carried.
  [
    'a missing pool counts as the day before',
    [sample('a', 0, 100), sample('a', 1, 110), sample('b', 0, 5)],
    [day(0, 105, 2, 0), day(1, 115, 2, 1)],
  ],
  [
    'a day on which nobody measured',
    [sample('a', 0, 100), sample('a', 2, 120)],
    [day(0, 100, 1, 0), day(1, 100, 1, 1), day(2, 120, 1, 0)],
  ],
  ['nothing is carried beyond the newest day', [sample('a', 0, 100)], [day(0, 100, 1, 0)]],
] as [string, PoolSample[], Partial<LiquidityDay>[]][])('behavior: %s', (_, samples, expected) => {
  const found = liquidityDays(samples)
  expect(found).toMatchObject(expected)
  expect(found.length).toBe(expected.length)
})

describe('how long a pool is carried', () => {
  // Pool a is measured daily with 100, pool b once on day 0 with 5.
  const found = liquidityDays([
    ...Array.from({ length: 10 }, (_, number) => sample('a', number, 100)),
    sample('b', 0, 5),
  ])
  test.each([
    [0, 105, 0],
    [1, 105, 1],
    [7, 105, 1],
    [8, 100, 0],
    [9, 100, 0],
  ])('behavior: on day %d there is %d, %d of it carried', (number, usd, carriedPools) => {
    expect(found[number]).toMatchObject({ usd, carriedPools })
  })

  test('behavior: a gap longer than a week is a gap', () => {
    // Carried on days 1 to 7; days 8 to 11 are not known.
    const days = liquidityDays([sample('a', 0, 100), sample('a', 12, 90)]).map(
      ({ daySec }) => (daySec - FIRST) / DAY,
    )
    expect(days).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 12])
  })
})

describe('what is not known', () => {
  test('behavior: a figure that one pool gives is that pool’s, one that none gives is null', () => {
    expect(
      liquidityDays([
        sample('a', 0, 1, { tokens: 3, volumeUsd: 0 }),
        sample('b', 0, 2, { depth1PctUsd: 7 }),
      ]),
    ).toMatchObject([{ tokens: 3, volumeUsd: 0, depth1PctUsd: 7, depth2PctUsd: null }])
  })

  test('behavior: volume is not carried, depth is', () => {
    const samples = [
      sample('a', 0, 100, { volumeUsd: 9, depth1PctUsd: 4, tokens: 2 }),
      sample('b', 0, 1),
      sample('b', 1, 1),
    ]
    expect(liquidityDays(samples)[1]).toMatchObject({
      volumeUsd: null,
      depth1PctUsd: 4,
      tokens: 2,
      usd: 101,
    })
  })
})

describe('a pool of two coins that are one token', () => {
  const both = (given: Partial<PoolSample>) => [
    sample('p', 0, 100, { ...given, coin: 'x' }),
    sample('p', 0, 98, { ...given, coin: 'y', atSec: FIRST + 60 }),
  ]

  test('behavior: it is one pool; its coins add up, its other figures are told twice', () => {
    expect(
      liquidityDays(both({ tokens: 30, volumeUsd: 7, depth1PctUsd: 1, depth2PctUsd: 2 })),
    ).toEqual([
      {
        daySec: FIRST,
        usd: 100,
        tokens: 60,
        volumeUsd: 7,
        depth1PctUsd: 1,
        depth2PctUsd: 2,
        pools: 1,
        carriedPools: 0,
      },
    ])
  })

  test('behavior: what one of them does not tell the other may', () => {
    const [x, y] = both({})
    expect(
      liquidityDays([
        { ...x, volumeUsd: 5 },
        { ...y, depth1PctUsd: 3 },
      ] as PoolSample[]),
    ).toMatchObject([{ usd: 100, tokens: null, volumeUsd: 5, depth1PctUsd: 3 }])
  })

  test('behavior: it is measured on a day on which either was', () => {
    const samples = [sample('p', 0, 100), sample('p', 2, 110), sample('p', 1, 105, { coin: 'y' })]
    expect(liquidityDays(samples)).toMatchObject([
      day(0, 100, 1, 0),
      day(1, 105, 1, 0),
      day(2, 110, 1, 0),
    ])
  })
})
