import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { facts } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { prices } from '../../src/domains/coins/facts.ts'
import { protocols } from '../../src/domains/registry/facts.ts'
import { protocolRow } from '../../src/domains/registry/protocol-row.ts'
import { createClock, DAY_SEC, HOUR_SEC } from '../../src/lib/clock.ts'
import { Chains } from '../../src/live/run/chains.ts'
import type { LiveContext } from '../../src/live/run/live-context.ts'
import { createLive, listChainSettings } from '../../src/live.ts'
import { commitRun } from '../../src/runs/run.ts'
import { createChainClient } from '../../src/sources/chain/create-chain-client.ts'
import type { LiveSource } from '../../src/sources/model/live-source.ts'
import { Store } from '../../src/store/store.ts'
import type { BusyChain } from './live-chain.ts'

const OWNERS = 10

/** Live ingestion as the service puts it together, over a chain and an empty store. */
export interface LiveService {
  source(id: string): LiveSource
  /** What runs are made with, when nodes are reached in a way of its own. */
  context(reach: typeof fetch): LiveContext
  close(): Promise<void>
}

export async function startLiveService(
  folder: string,
  chain: BusyChain,
  midnightSec: number,
): Promise<LiveService> {
  const protocolsDir = join(folder, 'protocols')
  writeInstances(protocolsDir, chain, midnightSec)
  const clock = createClock(new Date((midnightSec + DAY_SEC + HOUR_SEC) * 1000).toISOString())
  const log = pino({ level: 'silent' })
  const config = readConfig({
    ALMANAC_RPC_LOCAL: chain.anvil.url,
    ALMANAC_PROTOCOLS_DIR: protocolsDir,
  })
  const store = await Store.open({ facts, path: join(folder, 'facts') })
  await commitRun(store, { source: 'bench', clock }, async (stage) => {
    await stage.insertRows(
      protocols,
      ['1', '2', '3'].map((id) => protocolRow({ id, name: `Protocol ${id}`, category: 'Dexs' })),
    )
    // A dollar each, every hour.
    const hours = Array.from(
      { length: DAY_SEC / HOUR_SEC + 1 },
      (_, hour) => midnightSec + hour * HOUR_SEC,
    )
    const known = chain.tokens.flatMap((token) =>
      hours.map((atSec) => ({
        coin: `local:${token.toLowerCase()}`,
        atSec,
        priceUsd: 1,
        confidence: 0.9,
      })),
    )
    await stage.insertRows(prices, known)
    return { accepted: known.length, rejected: 0, held: 0 }
  })
  const live = await createLive(config, store, clock, log)
  if (live.problems.length > 0) throw new Error(live.problems.join('\n'))
  return {
    source(id) {
      const found = live.sources.find((source) => source.id === `reader:${id}`)
      if (found === undefined) throw new Error(`There is no instance ${id}.`)
      return found
    },
    context: (reach) => ({
      ...live.context,
      chains: new Chains(listChainSettings(config.nodes), (settings) =>
        createChainClient(settings, {
          fetch: reach,
          clock: createClock(),
          sleep,
          random: Math.random,
          log,
        }),
      ),
    }),
    async close() {
      await live.close()
      await store.close()
    },
  }
}

/** A vault with a thousand balances, and the same exchange by the day and by the hour. */
function writeInstances(
  folder: string,
  { owner, tokens, factory }: BusyChain,
  midnightSec: number,
): void {
  mkdirSync(folder)
  const owners = Array.from(
    { length: OWNERS },
    (_, index) => `0x${(BigInt(owner) + BigInt(index)).toString(16).padStart(40, '0')}`,
  )
  const exchange = {
    kind: 'constant-product',
    chain: 'local',
    start: midnightSec,
    factory,
    feePct: 0.3,
  }
  const instances = {
    balances: {
      kind: 'token-balances',
      protocol: '1',
      chain: 'local',
      start: midnightSec,
      holdings: [{ owners, tokens }],
    },
    'exchange-by-day': { ...exchange, protocol: '2', step: 'day' },
    'exchange-by-hour': { ...exchange, protocol: '3' },
  }
  for (const [name, instance] of Object.entries(instances))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(instance))
}
