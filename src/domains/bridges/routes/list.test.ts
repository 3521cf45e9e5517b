import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { at, bodyOf, bridgeRow, pair, putAt, transferRow } from '../facts-for-tests.ts'

let app: TestApp

interface Item {
  id: number
  chains: string[]
  volumePrevDay: number | null
  chainVolumes?: ChainRow[]
  [figure: string]: unknown
}

interface ChainRow {
  name: string
  volumePrevDay: number
}

interface List {
  bridges: Item[]
  chainVolumes?: ChainRow[]
  chains?: ChainRow[]
}

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2026-01-01T00:00:00Z', bridges, [
    bridgeRow({ id: 1, name: 'quiet', displayName: "Quiet's Bridge" }),
    bridgeRow({
      id: 2,
      name: 'harbor',
      icon: 'icons:harbor',
      url: 'https://harbor.example',
      slug: 'harbor-old',
      serviceId: '77',
    }),
    bridgeRow({ id: 3, destinationChain: 'polygon' }),
    bridgeRow({ id: 4 }),
    bridgeRow({ id: 5 }),
  ])
  await putAt(app, '2026-01-14T11:00:00Z', bridgeTransfers, [
    ...pair(1, at(3, 1), 'ethereum', 'base', 90),
    ...pair(2, at(0, 11), 'ethereum', 'arbitrum', 10),
    // 13:00 of yesterday is in the last 24 hours, 3:00 does not.
    ...pair(2, at(1, 13), 'ethereum', 'arbitrum', 200),
    ...pair(2, at(1, 3), 'ethereum', 'my chain', 300),
    ...pair(2, at(2, 3), 'ethereum', 'arbitrum', 70),
    ...pair(2, at(29), 'ethereum', 'arbitrum', 1_000),
    transferRow({ bridge: 3, atSec: at(1, 13), valueUsd: 120 }),
    // As much as bridge 3 on the last day: (60 + 60) / 2 = 120 / 2.
    ...pair(4, at(1, 13), 'ethereum', 'base', 60),
    transferRow({ bridge: 9, atSec: at(1, 13), valueUsd: 1e6 }),
  ])
})

afterAll(() => app.stop())

test('default: all bridges, the largest last day first, ties by number, the unknown last', async () => {
  const body = await bodyOf<List>(app, '/bridges')
  expect(body.bridges.map(({ id, lastDailyVolume }) => [id, lastDailyVolume])).toEqual([
    [2, 500],
    [3, 60],
    [4, 60],
    [1, 0],
    [5, null],
  ])
  expect(Object.keys(body)).toEqual(['bridges'])
})

test('default: an item, whole', async () => {
  const { bridges: items } = await bodyOf<List>(app, '/bridges')
  expect(items[0]).toEqual({
    id: 2,
    name: 'harbor',
    displayName: 'Bridge 2',
    icon: 'icons:harbor',
    // 200 + 10.
    volumePrevDay: 210,
    volumePrev2Day: 70,
    lastHourlyVolume: 10,
    last24hVolume: 210,
    lastDailyVolume: 500,
    dayBeforeLastVolume: 70,
    weeklyVolume: 570,
    monthlyVolume: 1_570,
    chains: ['Arbitrum', 'Ethereum', 'my chain'],
    destinationChain: null,
    url: 'https://harbor.example',
    slug: 'harbor-old',
    serviceId: '77',
    // The withdrawal a minute after the deposit at 11:00.
    dataUpdatedAt: '2026-01-14T11:01:00.000Z',
  })
})

test('behavior: what is not known is null; a slug is made from the name; a destination is a chain', async () => {
  const { bridges: items } = await bodyOf<List>(app, '/bridges')
  expect(items.find(({ id }) => id === 1)).toMatchObject({
    slug: 'quiets-bridge',
    icon: null,
    url: null,
    serviceId: null,
    weeklyVolume: 90,
  })
  expect(items.find(({ id }) => id === 3)).toMatchObject({
    destinationChain: 'Polygon',
    chains: ['Ethereum', 'Polygon'],
  })
  expect(items.find(({ id }) => id === 5)).toMatchObject({
    volumePrevDay: null,
    monthlyVolume: null,
    chains: [],
    dataUpdatedAt: null,
  })
})

test('default: includeChains adds the last 24 hours by chain, for each bridge and for all', async () => {
  const body = await bodyOf<List>(app, '/bridges?includeChains=true')
  const row = (
    name: string,
    volumePrevDay: number,
    aggregator_id: string | null,
    tokenSymbol: string | null,
  ) => ({
    name,
    volumePrevDay,
    aggregator_id,
    tokenSymbol,
  })
  expect(body.bridges[0]?.chainVolumes).toEqual([
    row('Arbitrum', 105, 'ethereum', 'ETH'),
    row('Ethereum', 105, 'ethereum', 'ETH'),
    row('my chain', 0, null, null),
  ])
  // Ethereum: 105 of bridge 2, 60 of bridge 3, 30 of bridge 4. Polygon: what bridge 3 moved, 60.
  // Base: 30 of bridge 4.
  expect(body.chains?.map(({ name, volumePrevDay }) => [name, volumePrevDay])).toEqual([
    ['Ethereum', 195],
    ['Arbitrum', 105],
    ['Polygon', 60],
    ['Base', 30],
    ['my chain', 0],
  ])
  expect(body.chainVolumes).toEqual(body.chains)
})

test('behavior: the detail of a bridge says the same as the list', async () => {
  const { bridges: items } = await bodyOf<List>(app, '/bridges')
  for (const item of items) {
    const detail = await bodyOf<Record<string, unknown>>(app, `/bridge/${item.id}`)
    for (const [name, value] of Object.entries(detail))
      if (name.endsWith('Volume') && name in item) expect(item[name]).toBe(value)
  }
})

test('behavior: the pro root says the same', async () => {
  expect(await bodyOf(app, '/bridges/bridges?includeChains=true', { pro: true })).toEqual(
    await bodyOf(app, '/bridges?includeChains=true'),
  )
})

test('error: 400 for a flag that is none', async () => {
  const { status, body } = await app.get('/bridges?includeChains=maybe')
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error: 'invalid_parameter',
    message: expect.stringContaining('`includeChains`'),
  })
})

test('behavior: asOf answers as it was known', async () => {
  const then = await bodyOf<List>(app, '/bridges?asOf=2026-01-10T00:00:00Z')
  expect(then.bridges.map(({ id, monthlyVolume }) => [id, monthlyVolume])).toEqual(
    [1, 2, 3, 4, 5].map((id) => [id, null]),
  )
  expect(await bodyOf(app, '/bridges?asOf=2025-01-01T00:00:00Z')).toEqual({ bridges: [] })
})
