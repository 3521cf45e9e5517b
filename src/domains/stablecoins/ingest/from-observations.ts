import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import type { RowOf } from '../../../store/fact.ts'
import { chains } from '../../registry/public.ts'
import { stablecoinBridged, stablecoinSupply } from '../facts.ts'

type SupplyRow = RowOf<typeof stablecoinSupply>
type BridgedRow = RowOf<typeof stablecoinBridged>

/**
 * Supply per chain (stablecoins.md); contracts of a coin on one chain add up. A bridged amount
 * stands until the next report, so a reader names every chain, with 0 where nothing is left.
 */
export const observeSupplies: ObservationWriter = (seen) => {
  const supplies = new Map<string, SupplyRow>()
  const bridged = new Map<string, BridgedRow>()
  for (const { asset, atSec, minted, unreleased, bridgedFrom, ...at } of seen.supplies) {
    const chain = chains.keyOf(at.chain)
    const place = JSON.stringify([asset, chain, atSec])
    const known = supplies.get(place)
    supplies.set(place, {
      asset,
      chain,
      atSec,
      minted: (known?.minted ?? 0) + minted,
      unreleased: (known?.unreleased ?? 0) + unreleased,
    })
    for (const from of bridgedFrom) {
      const sourceChain = chains.keyOf(from.chain)
      const route = `${place} ${sourceChain}`
      bridged.set(route, {
        asset,
        chain,
        sourceChain,
        atSec,
        amount: (bridged.get(route)?.amount ?? 0) + from.amount,
      })
    }
  }
  return [
    { fact: stablecoinSupply, rows: [...supplies.values()] },
    { fact: stablecoinBridged, rows: [...bridged.values()] },
  ]
}
