import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: a protocol with its versions, under all names of its figures', async () => {
  expect(await proBody(app, '/api/summary/dexs/beta-swap')).toMatchObject({
    id: '3',
    name: 'Beta Swap',
    displayName: 'Beta Swap',
    slug: 'beta-swap',
    chains: ['Solana', 'Base'],
    total24h: 520,
    total48hto24h: 425,
    total7d: 945,
    total30d: 945,
    totalAllTime: 952,
    change_1d: 22.35,
    volume24h: 520,
    volume7d: 945,
    volume30d: 945,
    totalVolume: 952,
    chainBreakdown: {
      Solana: { total24h: 500, volume24h: 500, change_1d: 25 },
      Base: { total24h: 20, volume24h: 20, change_1d: -20 },
    },
    totalDataChart: [
      [day(400), 7],
      [day(1), 425],
      [day(0), 520],
    ],
    dailyVolume: [
      { date: day(400), volume: 7 },
      { date: day(1), volume: 425 },
      { date: day(0), volume: 520 },
    ],
    totalDataChartBreakdown: [
      [day(400), { Solana: { Spot: 7 } }],
      [day(1), { Solana: { Spot: 400 }, Base: { Pro: 25 } }],
      [day(0), { Solana: { Spot: 500 }, Base: { Pro: 20 } }],
    ],
    disabled: null,
    versionKey: null,
    latestFetchIsOk: true,
  })
})

test('behavior: a parent is its children, told one by one', async () => {
  const body = (await proBody(app, '/api/summary/dexs/alpha')) as {
    totalDataChartBreakdown: unknown[]
  }
  expect(body).toMatchObject({
    id: 'parent#alpha',
    total24h: 200,
    linkedProtocols: ['Alpha', 'Alpha V1', 'Alpha V2'],
  })
  expect(body.totalDataChartBreakdown.at(-2)).toEqual([
    day(1),
    { Ethereum: { 'Alpha V1': 80, 'Alpha V2': 60 }, Base: { 'Alpha V1': 10 } },
  ])
})

test('behavior: excluded charts are empty; a running total runs', async () => {
  expect(
    await proBody(
      app,
      '/api/summary/dexs/twin?excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true',
    ),
  ).toMatchObject({
    totalDataChart: [],
    dailyVolume: [],
    totalDataChartBreakdown: [],
  })
  expect(await proBody(app, '/api/summary/dexs/twin?dataType=totalVolume')).toMatchObject({
    total24h: 900,
    totalDataChart: [
      [day(1), 900],
      [day(0), 1_800],
    ],
    totalDataChartBreakdown: [
      [day(1), { Ethereum: { Twin: 900 } }],
      [day(0), { Ethereum: { Twin: 1_800 } }],
    ],
  })
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/summary/dexs/alpha')).body).toEqual(
    await proBody(app, '/api/summary/dexs/alpha'),
  )
})

test.each([
  [404, '/api/summary/dexs/alfa', 'alpha'],
  [404, '/api/summary/dexs/silent', 'those that are measured'],
  [400, '/api/summary/dexs/alpha?dataType=dailyFees', 'dailyVolume'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
