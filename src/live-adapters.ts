import type { Config } from './config.ts'
import { findBlock } from './domains/coins/public.ts'
import { isCount, METRICS } from './domains/dimensions/public.ts'
import { chains as chainDirectory } from './domains/registry/public.ts'
import { readEmissionOutput } from './domains/unlocks/public.ts'
import { HOUR_SEC } from './lib/clock.ts'
import type { LiveContext } from './live/run/live-context.ts'
import type { AdapterOptions } from './sources/adapters/adapter-source.ts'
import { createFigureFinder } from './sources/adapters/find-figure.ts'
import type { LookedUpPrice, LookUps } from './sources/adapters/look-ups.ts'
import { nothingSeen } from './sources/model/observations.ts'

/** How old a block may be to stand for a time. */
const BLOCK_WIDTH_SEC = HOUR_SEC

/** What every hosted adapter is given. */
export type AdapterSetting = Pick<
  AdapterOptions,
  | 'allowedHosts'
  | 'nodes'
  | 'isChain'
  | 'natives'
  | 'lookUps'
  | 'findFigure'
  | 'readEmission'
  | 'fetch'
  | 'node'
  | 'privateFolders'
  | 'stopping'
>

/** Nodes, prices, blocks and names for adapters, from the service's own facts and data. */
export function createAdapterSetting(config: Config, context: LiveContext): AdapterSetting {
  const natives = chainDirectory.list().flatMap(({ key, gasToken, aggregatorId }) => {
    const redirect = aggregatorId === null ? null : `aggregator:${aggregatorId}`
    return gasToken === null ? [] : [[key, { symbol: gasToken, redirect }] as const]
  })
  return {
    allowedHosts: config.adapterHosts,
    nodes: context.chains.keys(),
    isChain: (name) => chainDirectory.byKey(name) !== undefined,
    natives: new Map(natives),
    lookUps: createLookUps(context),
    findFigure: createFigureFinder(METRICS, isCount),
    readEmission: readEmissionOutput,
    fetch,
    node: process.execPath,
    privateFolders: [config.dataDir],
    stopping: context.stopping,
  }
}

function createLookUps(context: LiveContext): LookUps {
  return {
    prices: async (coins, atSec) => {
      const wanted = { coins: new Set(coins), fromSec: atSec, toSec: atSec }
      const book = await context.loadPriceBook(context.store.snapshot(), wanted, nothingSeen())
      const found = new Map<string, LookedUpPrice>()
      for (const coin of coins) {
        const price = book.find(coin, atSec)
        if (price === undefined) continue
        const { priceUsd, confidence } = price
        found.set(coin, {
          priceUsd,
          confidence,
          atSec: price.atSec,
          symbol: book.symbol(coin) ?? null,
          decimals: book.decimals(coin) ?? null,
        })
      }
      return found
    },
    // What the store has not seen, the chain's own nodes know.
    block: async (chain, atSec) => {
      const stored = await findBlock(context.store.snapshot(), chain, atSec, BLOCK_WIDTH_SEC)
      if (stored !== undefined) return { height: stored.height, timestampSec: stored.atSec }
      if (!context.chains.has(chain)) return undefined
      const client = context.chains.get(chain)
      const newest = await client.head()
      // Of the present, and of a chain that stands still, the newest block is the last.
      const { number, timestampSec } =
        newest.timestampSec <= atSec ? newest : await client.blockAt(atSec)
      return { height: number, timestampSec }
    },
  }
}
