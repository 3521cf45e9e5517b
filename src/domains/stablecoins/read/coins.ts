import { derivedState, keyedState } from '../../../cache/state.ts'
import type { RowOf } from '../../../store/fact.ts'
import { priceTableState } from '../../coins/public.ts'
import { stablecoins } from '../facts.ts'

/** A stablecoin as it was described. */
export type Stablecoin = Omit<RowOf<typeof stablecoins>, 'atSec'>

const describedState = keyedState<string, Stablecoin>({
  name: 'stablecoins.described',
  reads: [stablecoins],
  key: 'id',
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? '1' : 'id IN {keys:Array(String)}'
    const rows = await snapshot.query<Stablecoin>(
      `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(stablecoins, where)}`,
      { keys },
    )
    return rows.map((row): [string, Stablecoin] => [row.id, row])
  },
})

/** All stablecoins by id, in the order of their numbers. */
export const stablecoinsState = derivedState({
  name: 'stablecoins.list',
  from: [describedState],
  make: (described): ReadonlyMap<string, Stablecoin> =>
    new Map([...described].sort(([a], [b]) => Number(a) - Number(b))),
})

/** The coin whose price a stablecoin has; `undefined` when none is known. */
export function coinOf({
  coin,
  aggregatorId,
}: Pick<Stablecoin, 'coin' | 'aggregatorId'>): string | undefined {
  return coin ?? (aggregatorId === null ? undefined : `aggregator:${aggregatorId}`)
}

/**
 * Newest price in US dollars of every stablecoin symbol, in upper case; `null` when it has none. Of
 * several stablecoins with one symbol the highest price: most likely the one that holds its peg.
 */
export const stablecoinSymbolsState = derivedState({
  name: 'stablecoins.symbols',
  from: [stablecoinsState, priceTableState],
  make: (described, table): ReadonlyMap<string, number | null> => {
    const bySymbol = new Map<string, number | null>()
    for (const stablecoin of described.values()) {
      const coin = coinOf(stablecoin)
      const price = coin === undefined ? undefined : table.findNewestPrice(coin)?.priceUsd
      const symbol = stablecoin.symbol.toUpperCase()
      const known = bySymbol.get(symbol) ?? null
      bySymbol.set(symbol, price === undefined || (known ?? price) > price ? known : price)
    }
    return bySymbol
  },
})

export const coinStates = [describedState, stablecoinsState, stablecoinSymbolsState]
