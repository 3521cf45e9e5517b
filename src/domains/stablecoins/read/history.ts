import { keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { sql } from '../../../lib/sql.ts'
import { TimeSlice } from '../../../lib/time-slice.ts'
import { type AssetHistory, assetHistory, type BridgedSeries } from '../derive/asset-history.ts'
import { stablecoinBridged, stablecoinSupply } from '../facts.ts'
import { type BookSource, KEY_SEPARATOR, loadBook } from './daily-book.ts'

export const SUPPLY: BookSource = {
  fact: stablecoinSupply,
  key: ['asset', 'chain'],
  values: ['minted', 'unreleased'],
}
export const BRIDGED: BookSource = {
  fact: stablecoinBridged,
  key: ['asset', 'chain', 'sourceChain'],
  values: ['amount'],
}

/** Supply of all stablecoins on all their days: every list and chart is made from this. */
export const historiesState = keyedState<string, AssetHistory>({
  name: 'stablecoins.histories',
  reads: [stablecoinSupply, stablecoinBridged],
  key: sql`toString(asset)`,
  load: async (snapshot, keys) => {
    const supply = await loadBook(snapshot, SUPPLY, keys)
    const bridged = await loadBook(snapshot, BRIDGED, keys)
    const histories: [string, AssetHistory][] = []
    const slice = new TimeSlice()
    for (const id of new Set([...supply.keys(), ...bridged.keys()])) {
      const into = [...(bridged.get(id) ?? [])].map(([key, series]): BridgedSeries => {
        const parts = key.split(KEY_SEPARATOR)
        return { chain: at(parts, 0), sourceChain: at(parts, 1), series }
      })
      histories.push([id, assetHistory(supply.get(id) ?? new Map(), into)])
      if (slice.isOver) await slice.yield()
    }
    return histories
  },
})
