import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ReplayOrigin } from '../../../../test/support/mirror/replay-origin.ts'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { mirrored, routes } from '../../../app.ts'
import { mirrorOperations } from '../../../commands/mirror-operations.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { liquidity } from '../facts.ts'

const TOKEN = `ethereum:0x${'a'.repeat(40)}`
const sample = (pool: string, daysAgo: number, liquidityUsd: number) => ({
  token: TOKEN,
  pool,
  atSec: dayStart(NOW_SEC) - daysAgo * DAY_SEC,
  liquidityTokens: liquidityUsd / 4,
  liquidityUsd,
  volumeUsd: liquidityUsd / 10,
  depth1PctUsd: 1,
  depth2PctUsd: 2,
})

test('default: a mirror says what its origin says, but of how many pools', async () => {
  const path = `/api/historicalLiquidity/${TOKEN}`
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['liquidity'],
    shared: async (app) => {
      await app.put(protocols, [protocolRow({ id: '1', name: 'Example', tokenCoin: TOKEN })])
    },
    own: async (app) => {
      await app.put(liquidity, [sample('one', 3, 100), sample('one', 1, 120), sample('two', 2, 50)])
    },
    paths: [path],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect(unknown).toEqual([])
  expect(leaves).toBe(24)
  expect(differences).toEqual([
    `${path} $.1.pools: 2 became 1`,
    `${path} $.1.carriedPools: 1 became 0`,
    `${path} $.2.pools: 2 became 1`,
    `${path} $.2.carriedPools: 1 became 0`,
  ])
})

test('behavior: a token is fetched once a day, whether or not the origin has it', async () => {
  const origin = await ReplayOrigin.start()
  const app = await TestApp.start()
  await app.put(protocols, [protocolRow({ id: '1', name: 'Example', tokenCoin: TOKEN })])
  const cycle = () =>
    mirrorOperations(app.app.store, app.app.clock, { mirrored, routes }).mirrorCycle({
      base: origin.url,
      key: 'origin-key-0123456789',
      domains: ['liquidity'],
      sinceSec: 0,
      ratePerSec: 1_000,
      concurrency: 4,
      isDryRun: false,
      workDir: join(app.dataDir, 'spool'),
    })
  expect(await cycle()).toMatchObject({ calls: 1, outcomes: { missing: 1 } })
  expect(await cycle()).toMatchObject({ calls: 0 })
  origin.stop()
  await app.stop()
})
