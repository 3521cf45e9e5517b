import { expect, test } from 'vitest'
import { type Flow, nothingSeen } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { weighFlows } from './weigh-flows.ts'

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
