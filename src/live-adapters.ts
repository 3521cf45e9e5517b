import { join } from 'node:path'
import type { Config } from './config.ts'
import { findBlock } from './domains/coins/public.ts'
import { isCount, METRICS } from './domains/dimensions/public.ts'
import { chains as chainDirectory } from './domains/registry/public.ts'
import { readEmissionOutput } from './domains/unlocks/public.ts'
import { createClock, HOUR_SEC } from './lib/clock.ts'
import type { LiveContext } from './live/run/live-context.ts'
import type { AdapterAddress, AdapterOptions } from './sources/adapters/adapter-options.ts'
import { createCheckoutCache } from './sources/adapters/checkout-cache.ts'
import type { LookedUpPrice, LookUps } from './sources/adapters/look-ups.ts'
import { createFigureFinder } from './sources/adapters/outputs/dimension-output.ts'
import { createOutsideFetch } from './sources/adapters/outside-fetch.ts'
import { nothingSeen } from './sources/model/observations.ts'
import type { Snapshot } from './store/snapshot.ts'

/** How old a block may be to stand for a time. */
const BLOCK_WIDTH_SEC = HOUR_SEC

/** What every hosted adapter is given. */
export type AdapterSetting = Omit<AdapterOptions, keyof AdapterAddress | 'limits'>

/** Nodes, prices, blocks and names for adapters, from the service's own facts and data. */
export function createAdapterSetting(
  config: Config,
  context: LiveContext,
  snapshot: () => Snapshot = () => context.store.snapshot(),
): AdapterSetting {
  const natives = chainDirectory.list().flatMap(({ key, gasToken, aggregatorId }) => {
    const redirect = aggregatorId === null ? null : `aggregator:${aggregatorId}`
    return gasToken === null ? [] : [[key, { symbol: gasToken, redirect }] as const]
  })
  return {
    allowedHosts: [...config.adapterHosts, ...config.adapterPrivateHosts],
    nodes: context.chains.keys(),
    isChain: (name) => chainDirectory.byKey(name) !== undefined,
    natives: new Map(natives),
    lookUps: createLookUps(context, snapshot),
    findFigure: createFigureFinder(METRICS, isCount),
    readEmission: readEmissionOutput,
    fetch: createOutsideFetch({ privateHosts: config.adapterPrivateHosts }),
    node: process.execPath,
    privateFolders: [config.dataDir],
    cache: createCheckoutCache(join(config.dataDir, 'adapter-cache'), createClock()),
    stopping: context.stopping,
  }
}

function createLookUps({ loadPriceBook }: LiveContext, snapshot: () => Snapshot): LookUps {
  return {
    prices: async (coins, atSec) => {
      const wanted = { coins: new Set(coins), fromSec: atSec, toSec: atSec }
      const book = await loadPriceBook(snapshot(), wanted, nothingSeen())
      const found = new Map<string, LookedUpPrice>()
      for (const coin of coins) {
        const price = book.find(coin, atSec)
        if (price === undefined) continue
        const [symbol, decimals] = [book.symbol(coin) ?? null, book.decimals(coin) ?? null]
        found.set(coin, { ...price, symbol, decimals })
      }
      return found
    },
    // Of a chain without nodes; others know it exactly.
    block: async (chain, atSec) => {
      const stored = await findBlock(snapshot(), chain, atSec, BLOCK_WIDTH_SEC)
      return stored && { height: stored.height, timestampSec: stored.atSec }
    },
  }
}
