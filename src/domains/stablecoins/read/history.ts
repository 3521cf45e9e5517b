import type { StateDefinition } from '../../../cache/states.ts'
import { type AssetHistory, assetHistory, type BridgedSeries } from '../derive/asset-history.ts'
import { stablecoinBridged, stablecoinSupply } from '../facts.ts'
import {
  type BookSource,
  type DailyBook,
  followBook,
  KEY_SEPARATOR,
  loadBook,
} from './daily-book.ts'

const SUPPLY: BookSource = {
  fact: stablecoinSupply,
  key: ['asset', 'chain'],
  values: ['minted', 'unreleased'],
}
const BRIDGED: BookSource = {
  fact: stablecoinBridged,
  key: ['asset', 'chain', 'sourceChain'],
  values: ['amount'],
}

/** The daily reports of all stablecoins, and the history that follows from them, by id. */
interface Histories {
  readonly supply: DailyBook
  readonly bridged: DailyBook
  readonly byAsset: ReadonlyMap<string, AssetHistory>
}

/**
 * Supply of all stablecoins on all their days: every list and chart is made from this. Later runs
 * are put in row by row.
 */
export const historiesState: StateDefinition<Histories> = {
  name: 'stablecoins.histories',
  reads: [stablecoinSupply, stablecoinBridged],
  build: async (snapshot) => {
    const supply = await loadBook(snapshot, SUPPLY)
    const bridged = await loadBook(snapshot, BRIDGED)
    return {
      supply,
      bridged,
      byAsset: await historiesOf(new Set([...supply.keys(), ...bridged.keys()]), supply, bridged),
    }
  },
  update: async (previous, snapshot, sinceRun) => {
    const supply = await followBook(previous.supply, snapshot, sinceRun, SUPPLY)
    const bridged = await followBook(previous.bridged, snapshot, sinceRun, BRIDGED)
    const changed = await historiesOf(
      new Set([...supply.changed, ...bridged.changed]),
      supply.book,
      bridged.book,
    )
    return {
      supply: supply.book,
      bridged: bridged.book,
      byAsset: new Map([...previous.byAsset, ...changed]),
    }
  },
}

async function historiesOf(
  ids: ReadonlySet<string>,
  supply: DailyBook,
  bridged: DailyBook,
): Promise<Map<string, AssetHistory>> {
  const histories = new Map<string, AssetHistory>()
  for (const id of ids) {
    const into = [...(bridged.get(id) ?? [])].map(([key, series]): BridgedSeries => {
      const [chain = '', sourceChain = ''] = key.split(KEY_SEPARATOR)
      return { chain, sourceChain, series }
    })
    histories.set(id, assetHistory(supply.get(id) ?? new Map(), into))
    // One stablecoin is worked out in milliseconds, hundreds are not: other answers get their turn
    // in between.
    await new Promise(setImmediate)
  }
  return histories
}
