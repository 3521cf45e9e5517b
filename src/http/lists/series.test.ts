import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { routes } from '../../app.ts'
import { dimensionDays } from '../../domains/dimensions/facts.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'

let app: TestApp

const sec = (day: string) => Date.parse(day) / 1000

/** Days of the week of 29 December, of that of 5 January, and of the one that is not over. */
const DAYS: [string, number][] = [
  ['2025-12-31', 10],
  ['2026-01-01', 20],
  ['2026-01-06', 40],
  ['2026-01-11', 30],
  ['2026-01-12', 5],
  ['2026-01-13', 6],
]

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [{ id: '1', name: 'Fox', category: 'Dexs' }])
  await app.put(
    tvlRecords,
    DAYS.map(([day, tvlUsd]) => ({
      ...{ protocol: '1', chain: 'ethereum', section: 'tvl', atSec: sec(day), tvlUsd },
    })),
  )
  await app.put(
    dimensionDays,
    ['dexs dailyVolume', 'open-interest openInterestAtEnd'].flatMap((name) => {
      const [metric, dataType] = name.split(' ')
      return DAYS.map(([day, value]) => ({
        ...{ metric, dataType, protocol: '1', chain: 'ethereum', label: '', version: '' },
        ...{ atSec: sec(day), valueUsd: value },
      }))
    }),
  )
})
afterAll(() => app.stop())

async function body(url: string): Promise<unknown> {
  const response = await app.get(url, { pro: true })
  expect([response.status, response.status === 200 ? '' : response.body]).toEqual([200, ''])
  return response.body
}

describe('granularity', () => {
  test('default: flows add up, the last week as far as it is known', async () => {
    expect(await body('/api/v2/chart/dexs?granularity=week')).toEqual([
      [sec('2025-12-29'), 10 + 20],
      [sec('2026-01-05'), 40 + 30],
      [sec('2026-01-12'), 5 + 6],
    ])
    expect(await body('/api/v2/chart/dexs/chain-breakdown?granularity=month')).toEqual([
      [sec('2025-12-01'), { Ethereum: 10 }],
      [sec('2026-01-01'), { Ethereum: 20 + 40 + 30 + 5 + 6 }],
    ])
  })

  test('default: levels take the last', async () => {
    expect(await body('/api/v2/chart/open-interest?granularity=week')).toEqual([
      [sec('2025-12-29'), 20],
      [sec('2026-01-05'), 30],
      [sec('2026-01-12'), 6],
    ])
    expect(await body('/v2/historicalChainTvl/ethereum?granularity=month&end=2026-01-12')).toEqual([
      { date: sec('2025-12-01'), tvl: 10 },
      { date: sec('2026-01-01'), tvl: 5 },
    ])
  })

  test('behavior: every series of a detail is grouped', async () => {
    const detail = (await body('/api/protocol/fox?granularity=week&end=2026-01-11')) as {
      tvl: unknown
      chainTvls: Record<string, { tvl: unknown }>
    }
    const expected = [
      { date: sec('2025-12-29'), totalLiquidityUSD: 20 },
      { date: sec('2026-01-05'), totalLiquidityUSD: 30 },
    ]
    expect([detail.tvl, detail.chainTvls.Ethereum?.tvl]).toEqual([expected, expected])
  })

  test('behavior: all charts of an overview and of a summary', async () => {
    const weeks = [
      [sec('2025-12-29'), 10 + 20],
      [sec('2026-01-05'), 40 + 30],
    ]
    const asked = 'granularity=week&end=2026-01-11'
    const overview = await body(`/api/overview/dexs?${asked}`)
    expect(overview).toMatchObject({
      // The figures beside the charts are of today: 6 on the 13th.
      ...{ total24h: 6, totalDataChart: weeks },
      chart: weeks.map(([date, volume]) => ({ date, volume })),
      totalDataChartBreakdown: weeks.map(([date, usd]) => [date, { Ethereum: { Fox: usd } }]),
    })
    expect(await body(`/api/summary/dexs/fox?${asked}`)).toMatchObject({
      ...{ total24h: 6, totalDataChart: weeks },
      dailyVolume: weeks.map(([date, volume]) => ({ date, volume })),
      totalDataChartBreakdown: weeks.map(([date, usd]) => [date, { Ethereum: { Fox: usd } }]),
    })
  })

  test('behavior: start and end are days in either spelling, and cut before grouping', async () => {
    const iso = await body('/api/v2/chart/dexs?granularity=month&start=2026-01-06&end=2026-01-12')
    expect(iso).toEqual([[sec('2026-01-01'), 40 + 30 + 5]])
    const unix = `start=${sec('2026-01-06')}&end=${sec('2026-01-12')}`
    expect(await body(`/api/v2/chart/dexs?granularity=month&${unix}`)).toEqual(iso)
  })

  test('behavior: nothing that is asked leaves the series as it is', async () => {
    expect(await body('/api/v2/chart/dexs')).toEqual(DAYS.map(([day, value]) => [sec(day), value]))
  })

  test.each(['granularity=year', 'start=soon', 'end=2026-13-01'])(
    'error: 400 for %s',
    async (query) => {
      const { status } = await app.get(`/api/v2/chart/dexs?${query}`, { pro: true })
      expect(status).toBe(400)
    },
  )
})

test('behavior: series are declared where responses have points by day', () => {
  const declared = routes.filter(({ series }) => series !== undefined)
  expect(declared.length).toBeGreaterThan(40)
  for (const { id, query } of declared)
    expect(Object.keys(query), id).toEqual(expect.arrayContaining(['start', 'end', 'granularity']))
})
