import { expect, test } from 'vitest'
import { type AssetFlow, assetFlows, type FundFlow } from './asset-flows.ts'

const DAY = 86_400
const flow = (
  asset: string,
  day: number,
  usd: number | null,
  source: 'reported' | 'computed' | null = 'reported',
): FundFlow => ({
  asset,
  daySec: day * DAY,
  flow: { usd, source: usd === null ? null : source },
})
const total = (
  asset: string,
  day: number,
  totalUsd: number | null,
  source: AssetFlow['source'],
  funds: number,
  fundsUnknown = 0,
) => ({
  asset,
  daySec: day * DAY,
  totalUsd,
  source,
  funds,
  fundsUnknown,
})

test.each<[string, FundFlow[], AssetFlow[]]>([
  ['behavior: nothing known', [], []],
  // 100 − 30.
  [
    'default: the funds of an asset add up',
    [flow('bitcoin', 1, 100), flow('bitcoin', 1, -30)],
    [total('bitcoin', 1, 70, 'reported', 2)],
  ],
  [
    'behavior: by day, then asset',
    [flow('solana', 2, 1), flow('ethereum', 2, 2), flow('solana', 1, 3), flow('bitcoin', 3, 4)],
    [
      total('solana', 1, 3, 'reported', 1),
      total('ethereum', 2, 2, 'reported', 1),
      total('solana', 2, 1, 'reported', 1),
      total('bitcoin', 3, 4, 'reported', 1),
    ],
  ],
  [
    'behavior: computed and reported figures are told apart',
    [
      flow('bitcoin', 1, 5, 'computed'),
      flow('bitcoin', 1, 6, 'computed'),
      flow('ethereum', 1, 5, 'computed'),
      flow('ethereum', 1, 6),
    ],
    [total('bitcoin', 1, 11, 'computed', 2), total('ethereum', 1, 11, 'mixed', 2)],
  ],
  [
    'behavior: a fund whose flow is not known is counted, not added',
    [flow('bitcoin', 1, null), flow('bitcoin', 1, 6), flow('bitcoin', 1, null)],
    [total('bitcoin', 1, 6, 'reported', 1, 2)],
  ],
  [
    'behavior: no flow known is null, not 0',
    [flow('bitcoin', 1, null)],
    [total('bitcoin', 1, null, null, 0, 1)],
  ],
  [
    'behavior: flows that cancel out are 0',
    [flow('bitcoin', 1, 5), flow('bitcoin', 1, -5)],
    [total('bitcoin', 1, 0, 'reported', 2)],
  ],
  // Mixed stays mixed, whichever comes last.
  [
    'behavior: the order of sources does not matter',
    [flow('bitcoin', 1, 1), flow('bitcoin', 1, 1, 'computed'), flow('bitcoin', 1, 1)],
    [total('bitcoin', 1, 3, 'mixed', 3)],
  ],
])('%s', (_, flows, expected) => {
  expect(assetFlows(flows)).toEqual(expected)
})
