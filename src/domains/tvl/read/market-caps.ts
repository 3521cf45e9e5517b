import { marketCap } from '../../../derive/market-cap.ts'
import type { RequestContext } from '../../../http/route.ts'
import { priceTableState, supplyState } from '../../coins/public.ts'
import type { Protocol } from '../../registry/public.ts'

/** Market cap of the first that has one: a parent takes its children's (tvl.md#one-protocol). */
export async function readMarketCaps({
  snapshot,
  states,
  nowSec,
}: RequestContext): Promise<(candidates: readonly Protocol[]) => number | null> {
  const priceTable = await states.get(priceTableState, snapshot)
  const supply = await states.get(supplyState, snapshot)
  return (candidates) => {
    for (const { tokenCoin } of candidates) {
      if (tokenCoin === null) continue
      const capUsd = marketCap(supply.get(tokenCoin), priceTable.findNewestPrice(tokenCoin), nowSec)
      if (capUsd !== null) return capUsd
    }
    return null
  }
}
