import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_ISO, NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { prices } from '../domains/coins/facts.ts'
import { UsageError } from '../lib/errors.ts'
import { qualityHolds } from '../live/guards/holds/facts.ts'
import { readGuardSettings } from '../live/guards/rules/settings.ts'
import { commitRun } from '../runs/run.ts'
import { localQuality, runQuality } from './quality.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

/** Holds a price of 300 for a coin as a run does. */
async function holdPrice(coin: string, id: string): Promise<void> {
  const { store, clock } = app.app
  await commitRun(store, { source: 'test', clock, again: true }, async (stage) => {
    await stage.insertRows(prices, [
      { coin, atSec: NOW_SEC, priceUsd: 300, confidence: 0.9, quality: 'held' },
      { coin, atSec: NOW_SEC, priceUsd: 100, confidence: 0.9, quality: 'carried' },
    ])
    const series = JSON.stringify({ coin })
    const figures = { value: 300, servedValue: 100, figures: '{"priceUsd":{"":300}}' }
    const decision = { state: 'held', release: 'agreement', decidedBy: null, heldRun: null }
    await stage.insertRows(qualityHolds, [
      {
        fact: 'prices',
        series,
        atSec: NOW_SEC,
        id,
        guard: 'spike',
        reason: 'It jumped.',
        ...figures,
        ...decision,
      },
    ])
    return { accepted: 1, rejected: 0, held: 1 }
  })
}

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runQuality(args, localQuality(app.app.store, app.app.clock, readGuardSettings()), (line) =>
    lines.push(line),
  )
  return lines
}

async function priceOf(coin: string): Promise<unknown> {
  const { body } = await app.get(`/prices/current/${coin}`)
  return (body as { coins: Record<string, { price: number }> }).coins[coin]?.price
}

test('default: a person sees what is held, and releases or rejects it', async () => {
  await holdPrice('aggregator:one', 'one1')
  await holdPrice('aggregator:two', 'two2')
  const listed = await run('list')
  expect(listed[0]).toMatch(/^ID +FACT +SERIES +AT +GUARD +RELEASE +DECIDED BY +REASON$/)
  expect(listed[1]).toMatch(
    /^two2 +prices +aggregator:two +2026-01-14T12:00Z +spike +agreement +- +It jumped\.$/,
  )
  expect(await priceOf('aggregator:one')).toBe(100)
  expect(await run('release', 'one1', '--by', 'ann')).toEqual([
    'Released 1 reading in run 3: what was held is served now.',
    `  one1  prices {"coin":"aggregator:one"} at ${NOW_ISO.replace('Z', '.000Z')}`,
  ])
  expect(await priceOf('aggregator:one')).toBe(300)
  expect((await run('reject', 'two2'))[0]).toBe(
    'Rejected 1 reading in run 4: what is served instead stays.',
  )
  expect(await priceOf('aggregator:two')).toBe(100)
  expect(await run('list')).toEqual(['No reading is held.'])
  expect((await run('list', '--state', 'released'))[1]).toContain(' ann ')
})

test('behavior: --all-of decides about everything that one guard holds', async () => {
  await holdPrice('aggregator:three', 'three3')
  await holdPrice('aggregator:four', 'four4')
  expect((await run('release', '--all-of', 'spike'))[0]).toMatch(/^Released 2 readings in run \d+/)
  await expect(run('release', '--all-of', 'spike')).rejects.toThrow(
    'Nothing is held by the guard "spike"',
  )
})

test.each([
  [[]],
  [['delete']],
  [['release']],
  [['release', 'a', 'b']],
  [['release', 'a', '--all-of', 'spike']],
  [['reject', '--colour', 'red']],
  [['list', 'all']],
  [['list', '--state', 'lost']],
])('error: %j shows the usage line', async (args) => {
  await expect(run(...args)).rejects.toThrow(UsageError)
  await expect(run(...args)).rejects.toThrow('almanac quality')
})
