import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

describe('getMetricChart', () => {
  test('default: each day what was reported, without double-counted protocols; no day is filled', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs')).toEqual([
      [day(400), 77],
      [day(30), 20],
      [day(7), 50],
      [day(6), 30],
      [day(1), 575],
      [day(0), 660],
    ])
  })

  test('behavior: start and end keep the days within, both included', async () => {
    expect(await proBody(app, `/api/v2/chart/dexs?start=${day(7)}&end=${day(1)}`)).toEqual([
      [day(7), 50],
      [day(6), 30],
      [day(1), 575],
    ])
    expect(await proBody(app, `/api/v2/chart/dexs?start=${day(0) + 1}`)).toEqual([])
  })

  test('behavior: a metric of which nothing is known has no points', async () => {
    expect(await proBody(app, '/api/v2/chart/liquidations')).toEqual([])
  })

  test('behavior: a running total begins with the first day, whatever part is shown', async () => {
    expect(await proBody(app, `/api/v2/chart/dexs?dataType=totalVolume&start=${day(1)}`)).toEqual([
      [day(1), 752], // 77 + 20 + 50 + 30 + 575
      [day(0), 1_412],
    ])
  })
})

describe('getMetricChainChart', () => {
  test('default: one chain, by any of its names', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/chain/Base')).toEqual([
      [day(400), 70],
      [day(1), 35],
      [day(0), 60],
    ])
  })

  test('behavior: the chain by name, key or number', async () => {
    const named = await proBody(app, '/api/v2/chart/dexs/chain/Base')
    expect(await proBody(app, '/api/v2/chart/dexs/chain/base')).toEqual(named)
    expect(await proBody(app, '/api/v2/chart/dexs/chain/8453')).toEqual(named)
  })
})

describe('getMetricCategoryChart', () => {
  test('default: the protocols of a category', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/dexs')).toEqual([
      [day(400), 7],
      [day(30), 20],
      [day(7), 50],
      [day(6), 30],
      [day(1), 575],
      [day(0), 660],
    ])
  })

  test('behavior: a tag is a category', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/derivatives')).toEqual([
      [day(400), 7],
      [day(1), 425],
      [day(0), 520],
    ])
  })

  test('behavior: a slug without its signs, or the name itself', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/real-world-assets-rwa')).toEqual([
      [day(400), 70],
    ])
  })

  test('behavior: the name itself', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/Real%20World%20Assets%20(RWA)')).toEqual(
      [[day(400), 70]],
    )
  })
})

describe('getMetricCategoryChainChart', () => {
  test('default: a category on one chain', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/dexs/chain/base')).toEqual([
      [day(1), 35],
      [day(0), 60],
    ])
  })

  test('behavior: a tag on one chain', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/derivatives/chain/base')).toEqual([
      [day(1), 25],
      [day(0), 20],
    ])
  })
})

describe('getMetricProtocolChart', () => {
  test('default: one protocol on all its chains', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol/alpha-v1')).toEqual([
      [day(30), 20],
      [day(7), 50],
      [day(1), 90],
      [day(0), 140],
    ])
  })

  test('behavior: a parent is the sum of its children; a late child is missing, not filled', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol/alpha')).toEqual([
      [day(30), 20],
      [day(7), 50],
      [day(6), 30],
      [day(1), 150],
      [day(0), 140],
    ])
  })

  test('behavior: a double-counted protocol has a chart of its own', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol/twin')).toEqual([
      [day(1), 900],
      [day(0), 900],
    ])
  })

  test('behavior: a former name leads to the present one', async () => {
    const response = await app.get('/api/v2/chart/dexs/protocol/old-alpha', { pro: true })
    expect(response.status).toBe(308)
    expect(response.headers.location).toBe('alpha-v1')
  })
})

describe('getMetricChainBreakdown', () => {
  test('default: by chain; the chains of a day add up to the chart', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/chain-breakdown')).toEqual([
      [day(400), { Solana: 7, Base: 70 }],
      [day(30), { Ethereum: 20 }],
      [day(7), { Ethereum: 50 }],
      [day(6), { Ethereum: 30 }],
      [day(1), { Ethereum: 140, Base: 35, Solana: 400 }],
      [day(0), { Ethereum: 100, Base: 60, Solana: 500 }],
    ])
  })
})

describe('getMetricProtocolBreakdown', () => {
  test('default: by protocol, without parents and double-counted ones', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol-breakdown')).toEqual([
      [day(400), { 'Beta Swap': 7, Gamma: 70 }],
      [day(30), { 'Alpha V1': 20 }],
      [day(7), { 'Alpha V1': 50 }],
      [day(6), { 'Alpha V2': 30 }],
      [day(1), { 'Alpha V1': 90, 'Alpha V2': 60, 'Beta Swap': 425 }],
      [day(0), { 'Alpha V1': 140, 'Beta Swap': 520 }],
    ])
  })
})

describe('getMetricChainProtocolBreakdown', () => {
  test('default: the protocols on one chain', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/chain/base/protocol-breakdown')).toEqual([
      [day(400), { Gamma: 70 }],
      [day(1), { 'Alpha V1': 10, 'Beta Swap': 25 }],
      [day(0), { 'Alpha V1': 40, 'Beta Swap': 20 }],
    ])
  })
})

describe('getMetricCategoryChainBreakdown', () => {
  test('default: a category by chain', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/derivatives/chain-breakdown')).toEqual([
      [day(400), { Solana: 7 }],
      [day(1), { Solana: 400, Base: 25 }],
      [day(0), { Solana: 500, Base: 20 }],
    ])
  })
})

describe('getMetricCategoryProtocolBreakdown', () => {
  test('default: the protocols of one category', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/category/dexs/protocol-breakdown')).toEqual([
      [day(400), { 'Beta Swap': 7 }],
      [day(30), { 'Alpha V1': 20 }],
      [day(7), { 'Alpha V1': 50 }],
      [day(6), { 'Alpha V2': 30 }],
      [day(1), { 'Alpha V1': 90, 'Alpha V2': 60, 'Beta Swap': 425 }],
      [day(0), { 'Alpha V1': 140, 'Beta Swap': 520 }],
    ])
  })
})

describe('getMetricCategoryChainProtocolBreakdown', () => {
  test('default: the protocols of one category on one chain', async () => {
    expect(
      await proBody(app, '/api/v2/chart/dexs/category/dexs/chain/base/protocol-breakdown'),
    ).toEqual([
      [day(1), { 'Alpha V1': 10, 'Beta Swap': 25 }],
      [day(0), { 'Alpha V1': 40, 'Beta Swap': 20 }],
    ])
  })
})

describe('getMetricProtocolChainBreakdown', () => {
  test('default: a parent by chain', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol/alpha/chain-breakdown')).toEqual([
      [day(30), { Ethereum: 20 }],
      [day(7), { Ethereum: 50 }],
      [day(6), { Ethereum: 30 }],
      [day(1), { Ethereum: 140, Base: 10 }],
      [day(0), { Ethereum: 100, Base: 40 }],
    ])
  })
})

describe('getMetricProtocolVersionBreakdown', () => {
  test('default: a parent by its children', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol/alpha/version-breakdown')).toEqual([
      [day(30), { 'Alpha V1': 20 }],
      [day(7), { 'Alpha V1': 50 }],
      [day(6), { 'Alpha V2': 30 }],
      [day(1), { 'Alpha V1': 90, 'Alpha V2': 60 }],
      [day(0), { 'Alpha V1': 140 }],
    ])
  })

  test('behavior: a protocol by its own versions', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol/beta-swap/version-breakdown')).toEqual([
      [day(400), { Spot: 7 }],
      [day(1), { Spot: 400, Pro: 25 }],
      [day(0), { Spot: 500, Pro: 20 }],
    ])
  })

  test('behavior: without versions it is its own only one', async () => {
    expect(await proBody(app, '/api/v2/chart/dexs/protocol/twin/version-breakdown')).toEqual([
      [day(1), { Twin: 900 }],
      [day(0), { Twin: 900 }],
    ])
  })
})
