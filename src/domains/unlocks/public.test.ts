import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { prices } from '../coins/public.ts'
import { tokens } from '../registry/public.ts'
import { dayFromNow, recordRows, scheduleRow, secFromNow } from './emissions-for-tests.ts'
import { unlockRecords, unlockSchedules } from './facts.ts'
import { incentiveFacts, readIncentives } from './public.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [{ coin: 'ethereum:0xa1', symbol: 'ALP', redirect: 'aggregator:alpha' }])
  await app.put(prices, [
    { coin: 'aggregator:alpha', atSec: secFromNow(-3) + 3_600, priceUsd: 1, confidence: 0.9 },
    { coin: 'aggregator:alpha', atSec: secFromNow(-3) + 7_200, priceUsd: 2, confidence: 0.9 },
    { coin: 'aggregator:alpha', atSec: secFromNow(-1), priceUsd: 3, confidence: 0.9 },
    { coin: 'aggregator:alpha', atSec: secFromNow(0), priceUsd: 4, confidence: 0.9 },
  ])
  await app.put(unlockSchedules, [
    scheduleRow('alpha', {
      name: 'Alpha',
      token: 'ethereum:0xa1',
      protocolIds: ['1', '2'],
      sections: [
        {
          label: 'Rewards',
          category: 'farming',
          unlocks: [{ type: 'linear', from: dayFromNow(-3), to: dayFromNow(7), amount: 100 }],
        },
        {
          label: 'Bonus',
          category: 'airdrop',
          incentive: true,
          unlocks: [{ type: 'cliff', at: dayFromNow(-1), amount: 5 }],
        },
        {
          label: 'Team',
          category: 'insiders',
          unlocks: [{ type: 'cliff', at: dayFromNow(-3), amount: 900 }],
        },
      ],
    }),
    scheduleRow('beta', {
      name: 'Beta',
      token: 'ethereum:0xb2',
      protocolIds: ['1'],
      sections: [{ label: 'Staking', category: 'staking', recorded: true }],
    }),
  ])
  await app.put(unlockRecords, recordRows('beta', 'Staking', { '-2': 100, '-1': 130 }))
})

afterAll(() => app.stop())

const read = (protocolId: string) =>
  readIncentives(
    { snapshot: app.app.store.snapshot(), states: new States(app.app.store), nowSec: NOW_SEC },
    protocolId,
  )

test('default: tokens a protocol paid out on each day, with their worth at the last price of the day', async () => {
  expect(await read('1')).toEqual([
    // Ten a day; the noon of today has seen half of them. No price on the second day. The bonus
    // came with the third.
    { coin: 'ethereum:0xa1', daySec: secFromNow(-3), amount: 10, amountUsd: 20, isForecast: false },
    {
      coin: 'ethereum:0xa1',
      daySec: secFromNow(-2),
      amount: 10,
      amountUsd: null,
      isForecast: false,
    },
    { coin: 'ethereum:0xa1', daySec: secFromNow(-1), amount: 15, amountUsd: 45, isForecast: false },
    { coin: 'ethereum:0xa1', daySec: secFromNow(0), amount: 5, amountUsd: 20, isForecast: false },
    {
      coin: 'ethereum:0xb2',
      daySec: secFromNow(-2),
      amount: 30,
      amountUsd: null,
      isForecast: false,
    },
  ])
})

test('behavior: a schedule for several protocols counts for the first alone; of a protocol without one nothing is known', async () => {
  expect(await read('2')).toEqual([])
  expect(await read('unheard-of')).toBeUndefined()
})

test('behavior: the facts behind them are told', () => {
  expect(incentiveFacts.map(({ name }) => name)).toEqual([
    'unlock_schedules',
    'unlock_records',
    'tokens',
    'prices',
  ])
})
