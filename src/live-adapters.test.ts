import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../test/support/evm/anvil.ts'
import { CHAIN_DEPENDENCIES, clientOf } from '../test/support/evm/client.ts'
import { makeEngineDir } from '../test/support/worker-engine.ts'
import { readConfig } from './config.ts'
import { blocks } from './domains/coins/facts.ts'
import { loadPriceBook } from './domains/coins/public.ts'
import { readGuardSettings } from './live/guards/rules/settings.ts'
import { Chains } from './live/run/chains.ts'
import type { LiveContext } from './live/run/live-context.ts'
import { createAdapterSetting } from './live-adapters.ts'
import { commitRows } from './runs/run.ts'
import { gatewayFor } from './sources/adapters/collect-adapter.ts'
import { DEFAULT_LIMITS } from './sources/adapters/host-limits.ts'
import { respondToLookUp } from './sources/adapters/look-ups.ts'
import { Store } from './store/store.ts'

const START_SEC = 1_700_000_000
let anvil: Anvil
let chains: Chains
let store: Store
let folder: string
let context: LiveContext

beforeAll(async () => {
  // Block n is at START_SEC + 12 n; the newest is 10.
  anvil = await startAnvil({ timestampSec: START_SEC, blockTimeSec: 12 })
  await anvil.rpc('anvil_mine', [10, 12])
  const settings = { chain: 'local', chainId: 31_337, endpoints: [anvil.url], confirmations: 0 }
  chains = new Chains([settings], () => clientOf([anvil.url]))
  folder = await makeEngineDir()
  store = await Store.open({ facts: [blocks], path: folder })
  context = {
    store,
    chains,
    clock: { nowMs: () => (START_SEC + 125) * 1000 },
    log: CHAIN_DEPENDENCIES.log,
    writers: [],
    watches: [],
    guards: readGuardSettings(),
    remark: async () => [],
    loadPriceBook,
  }
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
  chains.close()
  await anvil.stop()
})

test.each([
  ['a time between two blocks', START_SEC + 40, { height: 3, timestamp: START_SEC + 36 }],
  ['the time of the newest block', START_SEC + 120, { height: 10, timestamp: START_SEC + 120 }],
  ['now, after the newest block', START_SEC + 125, { height: 10, timestamp: START_SEC + 120 }],
])('default: the block of %s', async (_, timeSec, expected) => {
  const setting = createAdapterSetting(readConfig({}), context)
  const client = chains.get('local')
  const timestamp = {
    atSec: START_SEC + 125,
    fromSec: START_SEC,
    reader: async () => client.at(await client.head()),
    log: context.log,
  }
  const address = { name: null, protocol: '', chains: [], kind: null, sdk: null }
  const gateway = gatewayFor({ ...setting, ...address, limits: DEFAULT_LIMITS }, timestamp)
  const url = `https://any.example/block/local/${timeSec}`
  const request = { type: 'request' as const, id: 1, method: 'GET', url, headers: [] }
  const { body } = await gateway.respond(request, Buffer.alloc(0))
  expect(JSON.parse(body.toString())).toEqual(expected)
})

test('behavior: of a chain without nodes, a block that is on record', async () => {
  await commitRows(store, { source: 'test', clock: context.clock }, async () => ({
    rows: [{ fact: blocks, rows: [{ chain: 'bsc', atSec: START_SEC, height: 7, quality: 'ok' }] }],
    counts: { accepted: 1, rejected: 0, held: 0 },
  }))
  const { lookUps, isChain } = createAdapterSetting(readConfig({}), context)
  const url = new URL(`https://any.example/block/bsc/${START_SEC + 60}`)
  expect(
    await respondToLookUp('GET', url, '', { lookUps, isChain, atSec: START_SEC + 125 }),
  ).toEqual({
    height: 7,
    timestamp: START_SEC,
  })
})

test('behavior: adapters learn the names of chains, and nothing of the URLs of their nodes', () => {
  const setting = createAdapterSetting(readConfig({}), context)
  expect(setting.nodes).toEqual(new Set(['local']))
  expect(JSON.stringify(setting)).not.toContain(anvil.url)
})
