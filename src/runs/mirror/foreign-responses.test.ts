import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
// Made by hand in the published forms of another service, with what is met in the wild.
import responses from '../../../test/data/foreign-responses.json' with { type: 'json' }
import { ReplayOrigin } from '../../../test/support/mirror/replay-origin.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { mirrored, routes } from '../../app.ts'
import { mirrorOperations } from '../../commands/mirror-operations.ts'
import type { CycleSummary } from './run-cycle.ts'

const DAY_BEFORE = 1_768_262_400

let app: TestApp
let origin: ReplayOrigin
let summary: CycleSummary

beforeAll(async () => {
  app = await TestApp.start()
  origin = await ReplayOrigin.start()
  for (const [path, body] of Object.entries(responses)) origin.say(path, body)
  const operations = mirrorOperations(app.app.store, app.app.clock, { mirrored, routes })
  summary = await operations.mirrorCycle({
    base: origin.url,
    domains: ['tvl', 'stablecoins', 'yields'],
    sinceSec: 0,
    ratePerSec: 1_000,
    concurrency: 4,
    isDryRun: false,
    workDir: join(app.dataDir, 'spool'),
  })
})
afterAll(async () => {
  origin.stop()
  await app.stop()
})

const served = async (path: string) => (await app.get(path)).body

test('default: what is unknown is named by path and member, and the rest goes on', () => {
  expect(summary).toMatchObject({ rejected: 0, outcomes: { missing: 1, failed: 0, unknown: 1 } })
  expect(summary.problems.toSorted()).toEqual([
    '/pools: data[1].pool is missing',
    '/protocol/error-page?include=tokens: the body is not JSON (text/html, 41 bytes)',
    '/protocol/odd-form?include=tokens: chainTvls.Base.tvl is "none" instead of a list',
    '/protocols: body[5].id is missing',
  ])
})

test('behavior: TVL by chain and section, chains by any of their names', async () => {
  // 1,200 on Ethereum and 300 on what is called OP Mainnet here; staking is aside.
  expect(await served('/tvl/harbor-exchange')).toBe(1_500)
  expect(await served('/tvl/quarry-lend')).toBe(2_000)
  const chains = (await served('/v2/chains')) as { name: string; tvl: number }[]
  expect(Object.fromEntries(chains.map(({ name, tvl }) => [name, tvl]))).toEqual({
    Ethereum: 3_200,
    'OP Mainnet': 300,
  })
  const history = await served('/v2/historicalChainTvl/OP%20Mainnet')
  expect(history).toContainEqual({ date: DAY_BEFORE, tvl: 290 })
  expect(await served('/protocol/harbor-exchange')).toMatchObject({
    id: '11',
    symbol: null,
    currentChainTvls: { Ethereum: 1_200, 'OP Mainnet': 300, staking: 50 },
  })
})

test('behavior: supplies of a service that says only what circulates; pools and their charts', async () => {
  expect(await served('/stablecoins')).toMatchObject({
    peggedAssets: [{ id: '1', pegType: 'peggedUSD', circulating: { peggedUSD: 159 } }],
  })
  const pool = '747c1d2a-c668-4682-b9f9-296708a3dd90'
  expect(await served('/pools')).toMatchObject({
    data: [{ pool, symbol: 'CDR-WETH', tvlUsd: 50_000, apy: 2.84, rewardTokens: null }],
  })
  expect(await served(`/chart/${pool}`)).toMatchObject({
    data: [
      { timestamp: '2026-01-13T23:01:00.000Z', tvlUsd: 49_000, apy: 2.8, apyReward: null },
      { timestamp: '2026-01-14T11:00:00.000Z', tvlUsd: 50_000, apy: 2.84, apyBase: 2.84 },
    ],
  })
})
