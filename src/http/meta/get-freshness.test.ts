import Value from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/facts.ts'
import { getFreshness } from './get-freshness.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

async function freshness(fact: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await app.get('/meta/freshness')
  expect([...Value.Errors(getFreshness.response, body)]).toEqual([])
  return (body as { facts: Record<string, unknown>[] }).facts.find((row) => row.fact === fact)
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
  expect(await freshness('protocols')).toMatchObject({ newestPoint: NOW_SEC, ageSeconds: 0, lastRun: 1 })
})

test('behavior: a fact without rows has nulls', async () => {
  expect(await freshness('blocks')).toEqual({ fact: 'blocks', newestPoint: null, ageSeconds: null, lastRun: null, lastRunAt: null })
})

test('behavior: a held row is no newer point', async () => {
  await app.put(prices, [{ coin: 'aggregator:bitcoin', atSec: NOW_SEC - 10, priceUsd: 1, confidence: 0.1, quality: 'held' }])
  expect(await freshness('prices')).toMatchObject({ newestPoint: NOW_SEC - 600, ageSeconds: 600 })
})

test('behavior: a fact that has only held rows has no newest point', async () => {
  await app.put(supplies, [{ coin: 'aggregator:bitcoin', atSec: NOW_SEC - 10, circulating: 1, quality: 'held' }])
  expect(await freshness('supplies')).toMatchObject({ newestPoint: null, ageSeconds: null, lastRun: 6 })
})

test('behavior: as of a time before the first run nothing was fresh', async () => {
  const { body } = await app.get('/meta/freshness?asOf=1')
  expect((body as { facts: { newestPoint: unknown }[] }).facts.every((row) => row.newestPoint === null)).toBe(true)
})
