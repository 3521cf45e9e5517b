import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { liquidityMirror } from './responses.ts'

test('default: all pools of a token are one; a day without a value is named', () => {
  const { rows, problems } = readResponse(
    liquidityMirror.responses,
    'liquidity.getHistory',
    [
      {
        date: '1768348800',
        liquidity: 1_000,
        liquidityUsd: 2_050.5,
        volume24h: null,
        priceImpact1Percent: '51',
        priceImpact2Percent: 102,
        pools: 3,
        carriedPools: 1,
      },
      { date: 1_768_435_200 },
    ],
    { params: { token: 'ethereum:0xa' } },
  )
  expect(problems).toEqual(['body[1].liquidityUsd is missing'])
  expect(rows.liquidity).toEqual([
    {
      token: 'ethereum:0xa',
      pool: 'all pools',
      atSec: 1_768_348_800,
      liquidityTokens: 1_000,
      liquidityUsd: 2_050.5,
      volumeUsd: null,
      depth1PctUsd: 51,
      depth2PctUsd: 102,
    },
  ])
})
