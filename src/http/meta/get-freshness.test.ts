import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/facts.ts'
import { receipts } from '../../live/receipts/receipt.ts'

const protocolsDir = mkdtempSync(join(tmpdir(), 'almanac-protocols-'))
let app: TestApp
beforeAll(async () => {
  const token = `0x${'1'.repeat(40)}`
  const instance = {
    kind: 'token-balances',
    protocol: '1',
    chain: 'local',
    start: 0,
    holdings: [{ owners: [token], tokens: [token] }],
  }
  writeFileSync(join(protocolsDir, 'my-vault.json'), JSON.stringify(instance))
  // The clock stands still, so the schedule does, and nobody asks the node.
  app = await TestApp.start({
    ALMANAC_PROTOCOLS_DIR: protocolsDir,
    ALMANAC_RPC_LOCAL: 'http://127.0.0.1:9',
  })
  await fillSmallWorld(app)
})
afterAll(async () => {
  await app.stop()
  rmSync(protocolsDir, { recursive: true, force: true })
})

async function freshness(fact: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await app.get('/meta/freshness')
  return (body as { facts: Record<string, unknown>[] }).facts.find((row) => row.fact === fact)
}

async function sources(): Promise<unknown> {
  const { body } = await app.get('/meta/freshness')
  return (body as { sources: unknown }).sources
}

test('default: the newest point, its age and the newest run', async () => {
  expect(await freshness('tvl')).toEqual({
    fact: 'tvl',
    newestPoint: NOW_SEC - 1800,
    ageSeconds: 1800,
    lastRun: 4,
    lastRunAt: '2026-01-14T12:00:00.000Z',
  })
})

test('behavior: a fact without a time is as old as its newest run', async () => {
  expect(await freshness('protocols')).toMatchObject({
    newestPoint: NOW_SEC,
    ageSeconds: 0,
    lastRun: 1,
  })
})

test('behavior: a fact without rows has nulls', async () => {
  expect(await freshness('blocks')).toEqual({
    fact: 'blocks',
    newestPoint: null,
    ageSeconds: null,
    lastRun: null,
    lastRunAt: null,
  })
})

test('behavior: a held row is no newer point', async () => {
  await app.put(prices, [
    {
      coin: 'aggregator:bitcoin',
      atSec: NOW_SEC - 10,
      priceUsd: 1,
      confidence: 0.1,
      quality: 'held',
    },
  ])
  expect(await freshness('prices')).toMatchObject({ newestPoint: NOW_SEC - 600, ageSeconds: 600 })
})

test('behavior: a fact that has only held rows has no newest point', async () => {
  await app.put(supplies, [
    { coin: 'aggregator:bitcoin', atSec: NOW_SEC - 10, circulating: 1, quality: 'held' },
  ])
  expect(await freshness('supplies')).toMatchObject({
    newestPoint: null,
    ageSeconds: null,
    lastRun: 6,
  })
})

test('behavior: as of a time before the first run nothing was fresh', async () => {
  const { body } = await app.get('/meta/freshness?asOf=1')
  expect(
    (body as { facts: { newestPoint: unknown }[] }).facts.every((row) => row.newestPoint === null),
  ).toBe(true)
})

test('behavior: a live source with what it is doing, how new it is, and what went wrong last', async () => {
  const { scheduler } = app.app.live
  const job = scheduler.findJob('my-vault')
  if (job === undefined) throw new Error('no job')
  const idle = {
    source: 'reader:my-vault',
    cadence: job.cadence,
    running: false,
    progress: null,
    newestPoint: null,
    ageSeconds: null,
    nextAt: null,
    lastRun: null,
    lastError: null,
    lastErrorAt: null,
  }
  expect(await sources()).toEqual([idle])
  await scheduler.alone(job, async (state) => {
    Object.assign(state, {
      progress: { done: 1, total: 3 },
      lastError: 'node down',
      lastErrorSec: NOW_SEC - 60,
    })
    const lastErrorAt = '2026-01-14T11:59:00.000Z'
    expect(await sources()).toEqual([
      {
        ...idle,
        running: true,
        progress: { done: 1, total: 3 },
        lastError: 'node down',
        lastErrorAt,
      },
    ])
    // The hour that ended an hour ago; a reading of the running hour does not count.
    const receipt = {
      source: 'reader:my-vault',
      codeHash: 'a',
      methodology: '',
      methodologyVersion: 1,
      blocks: '[]',
      roundTrips: 0,
    }
    const rest = { prices: '[]', unpriced: [], knownRun: 0 }
    await app.put(receipts, [
      { ...receipt, ...rest, fromSec: NOW_SEC - 7_200, atSec: NOW_SEC - 3_600 },
      { ...receipt, ...rest, fromSec: NOW_SEC - 3_600, atSec: NOW_SEC - 60 },
    ])
  })
  expect(await sources()).toMatchObject([
    { running: false, progress: null, newestPoint: NOW_SEC - 3_600, ageSeconds: 3_600 },
  ])
})

test('behavior: the journal knows, so no query is made, after a commit neither', async () => {
  const { engine } = app.app.store
  const query = vi.spyOn(engine, 'query')
  expect((await app.get('/meta/freshness')).status).toBe(200)
  expect((await app.get('/meta/datasets')).status).toBe(200)
  expect((await app.get(`/meta/freshness?asOf=${NOW_SEC - 1}`)).status).toBe(200)
  await app.put(prices, [{ coin: 'aggregator:bitcoin', atSec: NOW_SEC - 5, priceUsd: 2 }])
  expect(await freshness('prices')).toMatchObject({ newestPoint: NOW_SEC - 5, ageSeconds: 5 })
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

test('behavior: how often a fact gets newer, whether it is late, and how old it was each day', async () => {
  const known = await TestApp.start()
  try {
    const supply = (hoursAgo: number) => ({
      coin: 'aggregator:bitcoin',
      atSec: NOW_SEC - hoursAgo * 3_600,
      circulating: 1,
    })
    // Steps of an hour, an hour and two: the median is an hour, and three hours are late.
    for (const hoursAgo of [7, 5, 4, 3]) await known.put(supplies, [supply(hoursAgo)])
    const read = async (query: string) => {
      const { body } = await known.get(`/meta/freshness?${query}`)
      return (body as { facts: Record<string, unknown>[] }).facts.find(
        ({ fact }) => fact === 'supplies',
      )
    }
    expect(await read('include=expected')).toMatchObject({
      ageSeconds: 3 * 3_600,
      expectedSeconds: 3_600,
      isLate: true,
    })
    expect(await read('')).not.toHaveProperty('isLate')
    // All runs are of today: nothing was known at the end of yesterday.
    const yesterday = { day: NOW_SEC - 36 * 3_600, ageSeconds: null }
    expect((await read('history=2'))?.history).toMatchObject([{ ageSeconds: null }, yesterday])
  } finally {
    await known.stop()
  }
})
