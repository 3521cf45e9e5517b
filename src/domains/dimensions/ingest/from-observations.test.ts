import { describe, expect, test } from 'vitest'
import { type Flow, nothingSeen, type SeenMethod } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { observeFlows, weighFlows } from './from-observations.ts'

const USDC = 'base:0xa'
const book = bookOf({ [USDC]: { priceUsd: 0.5, decimals: 6 }, 'base:0xc': { decimals: 18 } })

const place = {
  metric: 'fees',
  protocol: '7',
  dataType: 'dailyFees',
  version: '',
  chain: 'base',
  label: '',
  atSec: 86_400,
}

function flow(amount: Flow['amount'], more: Partial<Flow> = {}): Flow {
  return { ...place, amount, ...more }
}

function rowsOf(flows: Flow[], methods: SeenMethod[] = []) {
  const [days, texts] = observeFlows({ ...nothingSeen(), flows, methods }, book).map(
    ({ rows }) => rows,
  )
  return { days, texts }
}

test('default: flows of the same figure and range add up in dollars, and a negative one takes away', () => {
  // 4 USDC at 0.5 are 2, and 10, less 1 USDC at 0.5: 2 + 10 − 0.5.
  const { days } = rowsOf([
    flow({ coin: USDC, raw: 4_000_000n }),
    flow({ usd: 10 }, { chain: 'Base' }),
    flow({ coin: USDC, raw: -1_000_000n }),
  ])
  expect(days).toEqual([{ ...place, valueUsd: 11.5 }])
})

test('behavior: labels, versions, chains and ranges are kept apart', () => {
  const others = [
    { label: 'Token Swap Fees' },
    { version: 'v2' },
    { chain: 'ethereum' },
    { atSec: 90_000 },
  ]
  const { days } = rowsOf([flow({ usd: 1 }), ...others.map((more) => flow({ usd: 1 }, more))])
  expect(days).toEqual([
    { ...place, valueUsd: 1 },
    ...others.map((more) => ({ ...place, ...more, valueUsd: 1 })),
  ])
})

test('behavior: counts are counts, also across chains', () => {
  const users = { metric: 'active-users', dataType: 'dailyActiveUsers', chain: 'all' }
  const { days } = rowsOf([flow({ count: 12 }, users)])
  expect(days).toEqual([{ ...place, ...users, valueUsd: 12 }])
})

test('behavior: what has no price counts 0, unless the other side of the trade has one', () => {
  const unpriced = { coin: 'base:0xc', raw: 5n }
  expect(rowsOf([flow(unpriced)]).days).toEqual([{ ...place, valueUsd: 0 }])
  // 3 USDC at 0.5.
  expect(rowsOf([flow(unpriced, { instead: { coin: USDC, raw: 3_000_000n } })]).days).toEqual([
    { ...place, valueUsd: 1.5 },
  ])
})

test('behavior: other spellings of kinds of figures and of chains that are measured themselves come out as one', () => {
  const { days } = rowsOf([
    flow({ count: 1 }, { metric: 'active-users', dataType: 'dailyTransactionsCount' }),
    flow({ usd: 2 }, { protocol: 'chain#OP Mainnet' }),
  ])
  expect(days).toEqual([
    { ...place, metric: 'active-users', dataType: 'dailyTransactionCount', valueUsd: 1 },
    { ...place, protocol: 'chain#optimism', valueUsd: 2 },
  ])
})

test('behavior: methods become rows without a URL, and empty ones none', () => {
  const method = {
    protocol: '7',
    metric: 'fees',
    dataType: 'dailyFees',
    label: '',
    methodology: 'All fees.',
  }
  const { texts } = rowsOf(
    [],
    [
      { ...method, methodology: 'Old text.' },
      method,
      { ...method, label: 'LP Fees', methodology: ' ' },
    ],
  )
  expect(texts).toEqual([method])
})

test('behavior: a label that a later reading does not see any more has no dollars; methods stay as they were', () => {
  expect(observeFlows(nothingSeen(), book).map(({ nothing }) => nothing)).toEqual([
    { valueUsd: 0 },
    undefined,
  ])
})

describe('weigh flows', () => {
  const flow = (amount: Flow['amount'], more: Partial<Flow> = {}): Flow => ({
    protocol: '1',
    metric: 'fees',
    dataType: 'dailyFees',
    version: '',
    chain: 'base',
    label: '',
    amount,
    atSec: 86_400,
    ...more,
  })

  test('default: every amount of a figure with its value; counts have none', () => {
    const unpriced = { coin: 'base:0xc', raw: 5n }
    const instead = { coin: 'base:0xa', raw: 30n }
    const flows = [flow(unpriced), flow(unpriced, { instead }), flow({ count: 3 })]
    const book = bookOf({ 'base:0xa': { priceUsd: 2, decimals: 1 } })
    const of = { series: { metric: 'fees', protocol: '1', dataType: 'dailyFees' }, atSec: 86_400 }
    // Of the second trade the other side counts: 3 at 2 dollars.
    expect(weighFlows({ ...nothingSeen(), flows }, book)).toMatchObject([
      { ...of, coin: 'base:0xc', valueUsd: null },
      { ...of, coin: 'base:0xa', valueUsd: 6 },
    ])
  })
})
