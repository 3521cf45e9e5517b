import { expect, test } from 'vitest'
import { seriesPoints } from './series-points.ts'

const NAMES: Record<string, string> = { ethereum: 'Ethereum', bsc: 'BSC' }
const nameOf = (key: string) => NAMES[key] ?? key
const [FIRST, SECOND] = [1_767_225_600, 1_767_312_000]

test('default: points in total and by key', () => {
  const series = seriesPoints(
    [
      { dateSec: FIRST, rows: [{ chain: 'ethereum', section: 'tvl', usd: 1.5 }] },
      {
        dateSec: SECOND,
        rows: [
          { chain: 'ethereum', section: 'tvl', usd: 2 },
          { chain: 'bsc', section: 'tvl', usd: 3 },
          { chain: 'bsc', section: 'staking', usd: 100 },
        ],
      },
    ],
    nameOf,
  )
  expect(series.tvl).toEqual([
    { date: FIRST, totalLiquidityUSD: 1.5 },
    { date: SECOND, totalLiquidityUSD: 5 },
  ])
  expect(Object.fromEntries(series.byKey)).toEqual({
    Ethereum: [
      { date: FIRST, totalLiquidityUSD: 1.5 },
      { date: SECOND, totalLiquidityUSD: 2 },
    ],
    // Missing is not zero: the chain has no point before its first value.
    BSC: [{ date: SECOND, totalLiquidityUSD: 3 }],
    'BSC-staking': [{ date: SECOND, totalLiquidityUSD: 100 }],
    staking: [{ date: SECOND, totalLiquidityUSD: 100 }],
  })
})

test('behavior: a record of sections only has a TVL of zero', () => {
  expect(
    seriesPoints([{ dateSec: FIRST, rows: [{ chain: 'bsc', section: 'pool2', usd: 9 }] }], nameOf)
      .tvl,
  ).toEqual([{ date: FIRST, totalLiquidityUSD: 0 }])
})

test('behavior: no record, no point', () => {
  expect(seriesPoints([], nameOf)).toEqual({ tvl: [], byKey: new Map() })
})
