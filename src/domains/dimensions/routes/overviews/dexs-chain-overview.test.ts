import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: what the overview says of one chain', async () => {
  const body = (await proBody(app, '/api/overview/dexs/base')) as {
    protocols: Record<string, unknown>[]
  }
  expect(body).toMatchObject({
    chain: 'Base',
    allChains: ['Base'],
    total24h: 60, // 40 of Alpha V1, 20 of Beta
    total48hto24h: 35,
    totalAllTime: 165,
    totalVolume: 165,
    totalDataChart: [
      [day(400), 70],
      [day(1), 35],
      [day(0), 60],
    ],
  })
  expect(
    body.protocols.map(({ name, total24h, totalAllTime, chains }) => [
      name,
      total24h,
      totalAllTime,
      chains,
    ]),
  ).toEqual([
    ['Alpha V1', 40, 50, ['Base']],
    ['Beta Swap', 20, 45, ['Base']],
    ['Gamma', null, 70, ['Base']],
  ])
})

test('behavior: double-counted protocols are rows of a chain, and not in its total', async () => {
  const body = (await proBody(
    app,
    '/api/overview/dexs/Ethereum?excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true',
  )) as {
    total24h: number
    protocols: { name: string; doublecounted: boolean }[]
  }
  expect(body).toMatchObject({
    total24h: 160,
    totalDataChart: [],
    totalDataChartBreakdown: [],
    chart: [],
  })
  expect(body.protocols.map(({ name, doublecounted }) => [name, doublecounted])).toEqual([
    ['Twin', true],
    ['Alpha V1', false],
    ['Alpha V2', false],
  ])
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/overview/dexs/base')).body).toEqual(
    await proBody(app, '/api/overview/dexs/base'),
  )
})

test.each([
  [404, '/api/overview/dexs/celo', 'allChains'],
  [404, '/api/overview/dexs/Bsae', 'Base'],
  [400, '/api/overview/dexs/base?dataType=x', 'dailyVolume'],
  [400, '/api/overview/dexs/base?excludeTotalDataChart=2', 'true or false'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
