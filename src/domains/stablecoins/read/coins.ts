import type { StateDefinition } from '../../../cache/states.ts'
import type { RowOf } from '../../../store/fact.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import { stablecoins } from '../facts.ts'

/** A stablecoin as it was described. */
export type Stablecoin = Omit<RowOf<typeof stablecoins>, 'atSec'>

/** All stablecoins by id, in the order of their numbers. */
export const stablecoinsState: StateDefinition<ReadonlyMap<string, Stablecoin>> = {
  name: 'stablecoins.list',
  reads: [stablecoins],
  build: async (snapshot) => {
    const rows = await snapshot.query<Stablecoin>(
      `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(stablecoins)}`,
    )
    return new Map(rows.sort((a, b) => Number(a.id) - Number(b.id)).map((row) => [row.id, row]))
  },
}

/** The coin whose price a stablecoin has; `undefined` when none is known. */
export function coinOf({
  coin,
  aggregatorId,
}: Pick<Stablecoin, 'coin' | 'aggregatorId'>): string | undefined {
  return coin ?? (aggregatorId === null ? undefined : `aggregator:${aggregatorId}`)
}

/**
 * Newest price in US dollars of every stablecoin symbol, in upper case; `null` when it has none. Of
 * several stablecoins with one symbol the highest price: whoever names the symbol most likely means
 * the one that holds its peg.
 */
export const stablecoinSymbolsState: StateDefinition<ReadonlyMap<string, number | null>> = {
  name: 'stablecoins.symbols',
  reads: [stablecoins, prices, tokens],
  build: async (snapshot, states) => {
    const table = await states.get(priceTableState, snapshot)
    const bySymbol = new Map<string, number | null>()
    for (const stablecoin of (await states.get(stablecoinsState, snapshot)).values()) {
      const coin = coinOf(stablecoin)
      const price = coin === undefined ? undefined : table.findNewestPrice(coin)?.priceUsd
      const symbol = stablecoin.symbol.toUpperCase()
      const known = bySymbol.get(symbol) ?? null
      bySymbol.set(symbol, price === undefined ? known : Math.max(known ?? 0, price))
    }
    return bySymbol
  },
}
