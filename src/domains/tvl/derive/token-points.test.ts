import { describe, expect, test } from 'vitest'
import { ALL_CHAINS, seriesPoints, type TokenRow, tokenPoints } from './token-points.ts'

const NAMES: Record<string, string> = { ethereum: 'Ethereum', bsc: 'BSC' }
const nameOf = (key: string) => NAMES[key] ?? key
const [FIRST, SECOND] = [1_767_225_600, 1_767_312_000]
const row = (
  chain: string,
  section: string,
  symbol: string,
  amount: number,
  valueUsd: number,
): TokenRow => ({
  chain,
  section,
  token: `${chain}:${symbol}`,
  symbol,
  amount,
  valueUsd,
})

test('default: amounts and values by symbol, in total and by key', () => {
  const points = tokenPoints(
    [
      {
        dateSec: FIRST,
        rows: [row('ethereum', 'tvl', 'WETH', 2, 6_000), row('bsc', 'tvl', 'WETH', 1, 3_000)],
      },
      {
        dateSec: SECOND,
        rows: [row('ethereum', 'tvl', 'WETH', 3, 9_300), row('ethereum', 'tvl', 'USDC', 50, 50)],
      },
    ],
    nameOf,
  )
  expect(Object.fromEntries(points)).toEqual({
    [ALL_CHAINS]: {
      tokens: [
        { date: FIRST, tokens: { WETH: 3 } },
        { date: SECOND, tokens: { WETH: 3, USDC: 50 } },
      ],
      tokensInUsd: [
        { date: FIRST, tokens: { WETH: 9_000 } },
        { date: SECOND, tokens: { WETH: 9_300, USDC: 50 } },
      ],
    },
    Ethereum: {
      tokens: [
        { date: FIRST, tokens: { WETH: 2 } },
        { date: SECOND, tokens: { WETH: 3, USDC: 50 } },
      ],
      tokensInUsd: [
        { date: FIRST, tokens: { WETH: 6_000 } },
        { date: SECOND, tokens: { WETH: 9_300, USDC: 50 } },
      ],
    },
    BSC: {
      tokens: [{ date: FIRST, tokens: { WETH: 1 } }],
      tokensInUsd: [{ date: FIRST, tokens: { WETH: 3_000 } }],
    },
  })
})

test('behavior: sections have their own keys and are no part of the total', () => {
  const points = tokenPoints(
    [{ dateSec: FIRST, rows: [row('bsc', 'staking', 'OWN', 10, 5)] }],
    nameOf,
  )
  expect([...points.keys()].sort()).toEqual(['BSC-staking', 'staking'])
})

test('behavior: symbols are upper case, and two tokens of one symbol add up', () => {
  const rows = [
    row('bsc', 'tvl', 'usdc.e', 1, 1),
    { ...row('bsc', 'tvl', 'USDC.E', 2, 2), token: 'bsc:0xother' },
  ]
  expect(tokenPoints([{ dateSec: FIRST, rows }], nameOf).get(ALL_CHAINS)?.tokens).toEqual([
    { date: FIRST, tokens: { 'USDC.E': 3 } },
  ])
})

describe('series points', () => {
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
})
