import { expect, test } from 'vitest'
import { type Holding, nothingSeen } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { chainAssets } from '../facts.ts'
import { tvlWatch } from '../watch.ts'
import { weighHoldings } from './weigh-holdings.ts'

const holding = (protocol: string, amount: Holding['amount'], section = 'tvl'): Holding => ({
  protocol,
  chain: 'local',
  section,
  amount,
  atSec: 1_000,
})
const book = bookOf({
  'local:a': { priceUsd: 2, decimals: 1, symbol: 'A', evidence: { supplyTokens: 70 } },
  'local:b': { decimals: 1, evidence: { outdated: { priceUsd: 3, atSec: 5 } } },
})

test('default: every amount with its value and what is known of its coin, by protocol and section', () => {
  const holdings = [
    holding('1', { coin: 'local:a', raw: 50n }, 'STAKING'),
    holding('1', { coin: 'local:b', raw: 10n }),
    holding('2', { usd: 8 }),
  ]
  const at = { atSec: 1_000 }
  expect(weighHoldings({ ...nothingSeen(), holdings }, book)).toMatchObject([
    // 50 with one decimal are 5, at 2 dollars.
    {
      ...at,
      series: { protocol: '1' },
      line: 'staking',
      tokens: 5,
      valueUsd: 10,
      supplyTokens: 70,
    },
    {
      ...at,
      series: { protocol: '1' },
      line: 'tvl',
      tokens: 1,
      valueUsd: null,
      outdated: { atSec: 5 },
    },
    { ...at, series: { protocol: '2' }, coin: null, tokens: null, valueUsd: 8 },
  ])
})

test('behavior: records and tokens of protocols tell it, assets of chains do not', () => {
  for (const { fact, listInputs } of tvlWatch)
    expect(listInputs).toBe(fact === chainAssets ? undefined : weighHoldings)
})
