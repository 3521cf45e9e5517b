import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { proBody, putSmallWorld, smallWorldTotals } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

describe('getMetric', () => {
  test('default: the totals of the overview, without charts and rows', async () => {
    expect(await proBody(app, '/api/v2/metrics/dexs')).toEqual({
      chain: null,
      allChains: ['Solana', 'Ethereum', 'Base'],
      ...smallWorldTotals,
    })
  })

  test('behavior: every view of a total is the same', async () => {
    const old = (await proBody(app, '/api/overview/dexs')) as object
    expect(old).toMatchObject((await proBody(app, '/api/v2/metrics/dexs')) as object)
  })

  test('behavior: coverage is told', async () => {
    expect((await app.get('/api/v2/metrics/dexs', { pro: true })).headers['x-coverage']).toBe(
      '0.9316',
    )
  })

  test('behavior: a metric of which nothing is known has nulls, no zeros and no coverage', async () => {
    const { body, headers } = await app.get(
      '/api/v2/metrics/liquidations?dataType=dailyLiquidationVolume',
      { pro: true },
    )
    expect(body).toMatchObject({
      allChains: [],
      total24h: null,
      total7d: null,
      totalAllTime: null,
      change_1d: null,
    })
    expect(headers['x-coverage']).toBeUndefined()
  })
})

describe('getMetricChain', () => {
  test('default: what is on one chain', async () => {
    expect(await proBody(app, '/api/v2/metrics/dexs/chain/base')).toMatchObject({
      chain: 'Base',
      allChains: ['Base'],
      total24h: 60, // 40 of Alpha V1, 20 of Beta
      total48hto24h: 35,
      total7d: 95,
      total1y: 95,
      totalAllTime: 165, // and 70 of Gamma
      total7DaysAgo: null,
      change_1d: 71.43, // 60 ÷ 35 = 1.71428…
      change_7d: null,
    })
  })

  test('behavior: the chains add up to the total', async () => {
    const chains = await Promise.all(
      ['solana', 'ethereum', 'base'].map((chain) =>
        proBody(app, `/api/v2/metrics/dexs/chain/${chain}`),
      ),
    )
    const sum = (name: string) =>
      chains.reduce<number>(
        (total, chain) => total + ((chain as Record<string, number | null>)[name] ?? 0),
        0,
      )
    const whole = (await proBody(app, '/api/v2/metrics/dexs')) as Record<string, number>
    for (const name of ['total24h', 'total48hto24h', 'total7d', 'total30d', 'totalAllTime'])
      expect(sum(name), name).toBe(whole[name])
  })
})

describe('getMetricCategory', () => {
  test('default: a category, with all there are', async () => {
    expect(await proBody(app, '/api/v2/metrics/dexs/category/dexs')).toMatchObject({
      category: 'Dexs',
      allCategories: ['Derivatives', 'Dexs', 'Real World Assets (RWA)'],
      chain: null,
      allChains: ['Solana', 'Ethereum', 'Base'],
      total24h: 720,
      totalAllTime: 1_342, // all but the 70 of Gamma
      change_1d: 25.22,
    })
  })

  test('behavior: a tag is a category', async () => {
    expect(await proBody(app, '/api/v2/metrics/dexs/category/Derivatives')).toMatchObject({
      category: 'Derivatives',
      total24h: 520,
    })
  })
})

describe('getMetricCategoryChain', () => {
  test('default: a category on one chain', async () => {
    expect(await proBody(app, '/api/v2/metrics/dexs/category/dexs/chain/base')).toMatchObject({
      category: 'Dexs',
      allCategories: ['Derivatives', 'Dexs', 'Real World Assets (RWA)'],
      chain: 'Base',
      allChains: ['Base'],
      total24h: 60,
      totalAllTime: 95,
      change_30dover30d: null,
    })
  })
})

describe('getMetricProtocol', () => {
  test('default: a parent with the sum of its children', async () => {
    expect(await proBody(app, '/api/v2/metrics/dexs/protocol/alpha')).toMatchObject({
      id: 'parent#alpha',
      name: 'Alpha',
      slug: 'alpha',
      category: null,
      chains: ['Ethereum', 'Base'],
      childProtocols: [
        { name: 'Alpha V1', serviceId: '1' },
        { name: 'Alpha V2', serviceId: '2' },
      ],
      total24h: 200, // 140, and 60 of the late child
      total48hto24h: 150,
      total7d: 320,
      total30d: 370,
      total1y: 390,
      change_1d: 33.33,
      change_7d: 300,
      change_1m: 900,
    })
  })

  test('behavior: the same figures by chain, largest 24 hours first', async () => {
    const { chainBreakdown, ...whole } = (await proBody(
      app,
      '/api/v2/metrics/dexs/protocol/alpha',
    )) as { chainBreakdown: Record<string, Record<string, number>>; total7d: number }
    // 100 of Alpha V1 and 60 of the late Alpha V2; 40 of Alpha V1.
    expect(Object.entries(chainBreakdown).map(([chain, part]) => [chain, part.total24h])).toEqual([
      ['Ethereum', 160],
      ['Base', 40],
    ])
    const sum = Object.values(chainBreakdown).reduce(
      (total, part) => total + (part.total7d ?? 0),
      0,
    )
    expect(sum).toBe(whole.total7d)
  })

  test('behavior: the module of a protocol that has none recorded is its slug', async () => {
    expect(await proBody(app, '/api/v2/metrics/dexs/protocol/alpha')).toMatchObject({
      module: 'alpha',
    })
  })

  test('behavior: a protocol by slug or number', async () => {
    const bySlug = await proBody(app, '/api/v2/metrics/dexs/protocol/alpha-v1')
    expect(bySlug).toMatchObject({
      id: '1',
      address: 'ethereum:0x01',
      parentProtocol: 'parent#alpha',
      childProtocols: [],
      total24h: 140,
    })
    expect(await proBody(app, '/api/v2/metrics/dexs/protocol/1')).toEqual(bySlug)
  })

  test('behavior: coverage of one is all or nothing', async () => {
    expect(
      (await app.get('/api/v2/metrics/dexs/protocol/alpha-v1', { pro: true })).headers[
        'x-coverage'
      ],
    ).toBe('1.0000')
    expect(
      (await app.get('/api/v2/metrics/dexs/protocol/alpha-v2', { pro: true })).headers[
        'x-coverage'
      ],
    ).toBe('0.0000')
  })
})
