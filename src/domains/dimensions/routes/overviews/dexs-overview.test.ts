import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionDays } from '../../facts.ts'
import { day, putSmallWorld, rows, smallWorldTotals } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

interface Overview {
  protocols: Record<string, unknown>[]
  totalDataChart: [number, number][]
  totalDataChartBreakdown: [number, Record<string, Record<string, number>>][]
}

async function overview(query = ''): Promise<Overview & Record<string, unknown>> {
  const response = await app.get(`/overview/dexs${query}`)
  expect(response.status).toBe(200)
  return response.body as Overview & Record<string, unknown>
}

test('default: totals of everybody who counts, under all their names', async () => {
  const body = await overview()
  expect(body).toMatchObject({
    ...smallWorldTotals,
    totalVolume: 1_412,
    chain: null,
    breakdown24h: null,
    breakdown30d: null,
  })
  // solana 500; ethereum 100 + 60 of the day before; base 40 + 20.
  expect(body.allChains).toEqual(['Solana', 'Ethereum', 'Base'])
})

test('default: a row for each protocol, double-counted ones and silent days as they are', async () => {
  const { protocols } = await overview()
  expect(protocols.map(({ name, total24h }) => [name, total24h])).toEqual([
    ['Twin', 900],
    ['Beta Swap', 520],
    ['Alpha V1', 140],
    ['Alpha V2', 60],
    ['Gamma', null],
  ])
  expect(protocols[1]).toMatchObject({
    id: '3',
    serviceId: '3',
    slug: 'beta-swap',
    category: 'Dexs',
    chains: ['Solana', 'Base'],
    protocolType: 'protocol',
    doublecounted: false,
    latestFetchIsOk: true,
    total48hto24h: 425,
    total7d: 945,
    totalAllTime: 952,
    volume24h: 520,
    volume7d: 945,
    change_1d: 22.35, // 520 ÷ 425 = 1.22352…
    change_7d: null,
    breakdown24h: { Solana: { Spot: 500 }, Base: { Pro: 20 } },
    breakdown30d: { Solana: { Spot: 900 }, Base: { Pro: 45 } },
    methodology: { Volume: 'Value of all trades of the day.' },
  })
  // Late: the day before stands in, and the change of the day is none.
  expect(protocols[3]).toMatchObject({
    parentProtocol: 'parent#alpha',
    linkedProtocols: ['Alpha', 'Alpha V1', 'Alpha V2'],
    latestFetchIsOk: false,
    total48hto24h: 60,
    change_1d: 0,
    breakdown24h: { Ethereum: { 'Alpha V2': 60 } },
  })
  expect(protocols[4]).toMatchObject({
    total7d: null,
    total1y: null,
    totalAllTime: 70,
    breakdown24h: {},
    breakdown30d: {},
  })
})

test('behavior: lastDay names the day that total24h is of, where it is requested', async () => {
  const { protocols } = await overview('?include=lastDay')
  // Alpha V2 is late for D, Gamma has no figure of either day.
  expect(protocols.map(({ name, lastDay }) => [name, lastDay])).toEqual([
    ['Twin', day(0)],
    ['Beta Swap', day(0)],
    ['Alpha V1', day(0)],
    ['Alpha V2', day(1)],
    ['Gamma', null],
  ])
  expect((await overview()).protocols.some((row) => 'lastDay' in row)).toBe(false)
})

test('behavior: start and end cut the charts and leave the figures', async () => {
  const whole = await overview()
  const { totalDataChart, totalDataChartBreakdown, chart, ...figures } = await overview(
    `?start=${day(7)}&end=${day(6) + 3_600}`,
  )
  const expected = [
    [day(7), 50],
    [day(6), 30],
  ]
  expect(totalDataChart).toEqual(expected)
  expect(chart).toEqual(expected.map(([date, volume]) => ({ date, volume })))
  expect(totalDataChartBreakdown).toEqual(
    whole.totalDataChartBreakdown.filter(([date]) => date === day(7) || date === day(6)),
  )
  expect(whole).toMatchObject(figures)
  const later = await overview(`?start=${day(-5)}`)
  expect([later.totalDataChart, later.totalDataChartBreakdown]).toEqual([[], []])
})

test('default: the chart has what was reported for each day, nothing filled', async () => {
  const { totalDataChart, chart } = await overview()
  const expected = [
    [day(400), 77],
    [day(30), 20],
    [day(7), 50],
    [day(6), 30],
    [day(1), 575],
    [day(0), 660], // without the late one
  ]
  expect(totalDataChart).toEqual(expected)
  expect(chart).toEqual(expected.map(([date, volume]) => ({ date, volume })))
})

test('default: the breakdown by chain and protocol adds up to the chart', async () => {
  const { totalDataChartBreakdown } = await overview()
  expect(totalDataChartBreakdown.at(0)).toEqual([
    day(400),
    { Solana: { 'Beta Swap': 7 }, Base: { Gamma: 70 } },
  ])
  expect(totalDataChartBreakdown.at(-1)).toEqual([
    day(0),
    {
      Ethereum: { 'Alpha V1': 100 },
      Base: { 'Alpha V1': 40, 'Beta Swap': 20 },
      Solana: { 'Beta Swap': 500 },
    },
  ])
})

test('behavior: coverage is the share of the expected, by 30 days', async () => {
  const { headers } = await app.get('/overview/dexs')
  // Alpha V1 280 and Beta 945 reported; Alpha V2 with 90 did not: 1,225 ÷ 1,315.
  expect(headers['x-coverage']).toBe('0.9316')
})

test('behavior: excluded charts are empty', async () => {
  const body = await overview('?excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true')
  expect(body).toMatchObject({
    totalDataChart: [],
    totalDataChartBreakdown: [],
    chart: [],
    total24h: 720,
  })
})

test('behavior: totalVolume is the running total in charts; the windows stay those of the daily volume', async () => {
  const body = await overview('?dataType=totalVolume')
  expect(body.total24h).toBe(720)
  // 77, + 20, and so on; a day without a record between has the total too.
  expect(body.totalDataChart.at(0)).toEqual([day(400), 77])
  expect(body.totalDataChart.find(([date]) => date === day(29))).toEqual([day(29), 97])
  expect(body.totalDataChart.at(-1)).toEqual([day(0), 1_412])
})

test('behavior: both roots agree', async () => {
  const pro = await app.get('/api/overview/dexs', { pro: true })
  expect(pro.body).toEqual(await overview())
})

test.each([
  ['/overview/dexs?dataType=dailyvolume', 'dailyVolume, dailyNotionalVolume, totalVolume'],
  ['/overview/dexs?dataType=dailyFees', 'dailyVolume'],
  ['/overview/dexs?excludeTotalDataChart=maybe', 'true or false'],
])('error: 400 for %s', async (url, allowed) => {
  const { status, body } = await app.get(url)
  expect(status).toBe(400)
  expect((body as { message: string }).message).toContain(allowed)
})

test('behavior: new days, corrections and hours are followed', async () => {
  await app.put(dimensionDays, [
    ...rows('2', { 0: 15.4 }),
    ...rows('1', { 0: 90 }),
    { ...rows('6', { 0: 0 })[0], atSec: day(0) + 3_600, valueUsd: 1.3 },
    { ...rows('6', { 0: 0 })[0], atSec: day(0) + 7_200, valueUsd: 1.3 },
  ])
  const body = await overview()
  // Alpha V1 90 + 40, V2 15, Beta 520, Silent 1.3 + 1.3 → 3.
  expect(body.total24h).toBe(668)
  expect(body.totalDataChart.at(-1)).toEqual([day(0), 668])
  expect((await app.get('/overview/dexs')).headers['x-coverage']).toBe('1.0000')
})
