import Type from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { prices, supplies } from '../../coins/public.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols, tokens } from '../../registry/public.ts'
import { dayFromNow, recordRows, scheduleRow, secFromNow } from '../emissions-for-tests.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import { emissionItem } from './list-emissions.ts'

interface Item {
  name: string
  mcap: number | null
  [member: string]: unknown
}

// A line of 100 a day, half of it past, and cliffs before and after now.
const ALPHA = {
  name: 'Alpha',
  token: 'ethereum:0xa1',
  aggregatorId: 'alpha-coin',
  protocolIds: ['1', '2'],
  total: 20_000,
  sources: ['https://example.org/alpha'],
  sections: [
    {
      label: 'Team',
      category: 'insiders',
      unlocks: [{ type: 'linear', from: dayFromNow(-50), to: dayFromNow(50), amount: 10_000 }],
    },
    {
      label: 'Sale',
      category: 'publicSale',
      unlocks: [
        { type: 'cliff', at: dayFromNow(-50), amount: 3_000 },
        { type: 'cliff', at: dayFromNow(20), amount: 1_000 },
      ],
    },
    {
      label: 'Treasury',
      category: 'noncirculating',
      unlocks: [{ type: 'cliff', at: dayFromNow(20), amount: 500 }],
    },
  ],
}
const DONE = {
  name: 'Done',
  token: 'aggregator:done',
  sections: [
    {
      label: 'All',
      category: 'airdrop',
      unlocks: [{ type: 'cliff', at: dayFromNow(-400), amount: 70 }],
    },
  ],
}
const RECORDED = {
  name: 'Recorded',
  token: 'ethereum:0xc3',
  protocolIds: ['77'],
  sections: [
    { label: 'Rewards', category: 'farming', recorded: true, allocation: 2_000 },
    {
      label: 'Fees',
      category: 'noncirculating',
      burn: true,
      unlocks: [{ type: 'linear', from: dayFromNow(-9), to: dayFromNow(11), amount: 20 }],
    },
  ],
}
const SILENT = {
  name: 'Silent',
  token: 'ethereum:0xd4',
  sections: [{ label: 'Rewards', category: 'farming', recorded: true }],
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [protocolRow({ id: '1', name: 'Alpha Swap' })])
  await app.put(tokens, [
    { coin: 'ethereum:0xa1', symbol: 'ALP', decimals: 18, redirect: 'aggregator:alpha' },
    { coin: 'aggregator:done', symbol: 'DON' },
  ])
  await app.put(prices, [
    { coin: 'aggregator:alpha', atSec: NOW_SEC - 600, priceUsd: 0.5, confidence: 0.9 },
    { coin: 'aggregator:done', atSec: NOW_SEC - 600, priceUsd: 100, confidence: null },
    { coin: 'ethereum:0xc3', atSec: NOW_SEC - DAY_SEC, priceUsd: 9, confidence: 0.9 },
  ])
  await app.put(supplies, [
    { coin: 'ethereum:0xa1', atSec: NOW_SEC - DAY_SEC, circulating: 8_000 },
    { coin: 'aggregator:done', atSec: NOW_SEC - DAY_SEC, circulating: 70 },
    { coin: 'ethereum:0xc3', atSec: NOW_SEC - DAY_SEC, circulating: 1_000 },
  ])
  await app.put(unlockSchedules, [
    scheduleRow('alpha', ALPHA),
    scheduleRow('done', DONE),
    scheduleRow('recorded', RECORDED),
    scheduleRow('silent', SILENT),
  ])
  // 20 a day for 50 days; the last record is of yesterday's midnight.
  await app.put(unlockRecords, recordRows('recorded', 'Rewards', { '-51': 0, '-1': 1_000 }))
})

afterAll(() => app.stop())

async function list(query = ''): Promise<Item[]> {
  const { status, body } = await app.get(`/api/emissions${query}`, { pro: true })
  expect(status).toBe(200)
  return body as Item[]
}
const find = async (name: string) => (await list()).find((item) => item.name === name)

test('default: every schedule, largest market cap first, those without one at the end by name', async () => {
  const body = await list()
  // 70 × 100; 8,000 × 0.50; the price of Recorded is a day old, and Silent has none.
  expect(body.map(({ name, mcap }) => [name, mcap])).toEqual([
    ['Done', 7_000],
    ['Alpha', 4_000],
    ['Recorded', null],
    ['Silent', null],
  ])
  expect([...Value.Errors(Type.Array(emissionItem), body)]).toEqual([])
})

test.each([
  ['?chain=eth', ['Alpha', 'Recorded', 'Silent']],
  ['?minMcap=4000&sort=mcap&order=asc', ['Alpha', 'Done']],
])('behavior: %s', async (query, expected) => {
  expect((await list(query)).map(({ name }) => name)).toEqual(expected)
})

test('behavior: an item', async () => {
  const at = secFromNow(20)
  expect(await find('Alpha')).toEqual({
    token: 'ethereum:0xa1',
    sources: ['https://example.org/alpha'],
    protocolId: '1',
    protocolSlug: 'alpha-swap',
    name: 'Alpha',
    aggregator_id: 'alpha-coin',
    // The next point is the coming midnight: 51 of 100 days of 100 and the first cliff. Thirty days
    // ago: 21 days.
    circSupply: 8_100,
    circSupply30d: 5_100,
    // 20,000 declared, of which no section gives 5,500.
    totalLocked: 11_900,
    maxSupply: 20_000,
    unlocksPerDay: 100,
    incompleteSections: [],
    mcap: 4_000,
    tokenPrice: [
      { price: 0.5, symbol: 'ALP', timestamp: NOW_SEC - 600, confidence: 0.9, decimals: 18 },
    ],
    events: [
      {
        description: 'Sale: {tokens[0]} tokens unlock at once on {timestamp}',
        timestamp: secFromNow(-50),
        noOfTokens: [3_000],
        category: 'publicSale',
        unlockType: 'cliff',
      },
      {
        description:
          'Team: weekly unlocks go from {tokens[0]} to {tokens[1]} tokens on {timestamp}',
        timestamp: secFromNow(-50),
        noOfTokens: [0, 700],
        category: 'insiders',
        unlockType: 'linear',
        rateDurationDays: 100,
      },
      expect.objectContaining({ timestamp: at, category: 'publicSale', noOfTokens: [1_000] }),
      expect.objectContaining({ timestamp: at, category: 'noncirculating', noOfTokens: [500] }),
      expect.objectContaining({
        timestamp: secFromNow(50),
        noOfTokens: [700, 0],
      }),
    ],
    // Both cliffs of that day, against the 8,000 the market counts with.
    nextEvent: { date: at, toUnlock: 1_500, proportion: 0.1875 },
  })
})

test('behavior: a schedule that is through has no pace and no next event', async () => {
  expect(await find('Done')).toMatchObject({
    circSupply: 70,
    circSupply30d: 70,
    totalLocked: 0,
    maxSupply: 70,
    unlocksPerDay: null,
    nextEvent: null,
    protocolId: null,
    protocolSlug: null,
    // The id in the token.
    aggregator_id: 'done',
  })
})

test('behavior: records go on at their pace until the allocation; burned tokens do not circulate', async () => {
  const item = await find('Recorded')
  // Two days after the last record, at 20 a day: 1,040; of 20 that burn in 20 days, 10 are gone at
  // the coming midnight.
  expect(item?.circSupply).toBeCloseTo(1_030, 6)
  // Thirty days ago the next point was 29 days before today, 22 days after the first record.
  expect(item?.circSupply30d).toBeCloseTo(440, 6)
  expect(item?.maxSupply).toBe(2_000)
  expect(item?.totalLocked).toBeCloseTo(960, 6)
  expect(item?.unlocksPerDay).toBeCloseTo(20, 6)
  expect(item).toMatchObject({
    protocolId: '77',
    protocolSlug: null,
    aggregator_id: null,
    mcap: null,
    incompleteSections: [{ key: 'Rewards', allocation: 2_000, lastRecord: secFromNow(-1) }],
    events: [],
    nextEvent: null,
  })
})

test('behavior: what is not known is null', async () => {
  expect(await find('Silent')).toMatchObject({
    circSupply: null,
    circSupply30d: null,
    totalLocked: null,
    maxSupply: null,
    unlocksPerDay: null,
    mcap: null,
    tokenPrice: [],
    nextEvent: null,
    incompleteSections: [],
  })
})

test('behavior: an hour before nothing was known; a schedule whose file was taken away is gone', async () => {
  const before = new Date(NOW_SEC * 1000 - 3_600_000).toISOString()
  expect(await list(`?asOf=${before}`)).toEqual([])
  await app.put(unlockSchedules, [{ id: 'silent', file: 'silent.json', schedule: null }])
  expect((await list()).map(({ name }) => name)).toEqual(['Done', 'Alpha', 'Recorded'])
})

test('error: 400 when asOf is no time', async () => {
  const { status, body } = await app.get('/api/emissions?asOf=yesterday', { pro: true })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: 'invalid_parameter' })
})
