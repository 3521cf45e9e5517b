import { derivedState, keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import { priceTableState } from '../../coins/public.ts'
import { pegCurrency } from '../derive/peg-currency.ts'
import { stablecoins } from '../facts.ts'

/** A stablecoin as it was described. */
export type Stablecoin = Omit<RowOf<typeof stablecoins>, 'atSec'>

const describedState = keyedState<string, Stablecoin>({
  name: 'stablecoins.described',
  reads: [stablecoins],
  key: sql`id`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`id IN {keys:Array(String)}`
    const rows = await snapshot.query<Stablecoin>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(stablecoins, where)}`,
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

/** What a symbol stands for. */
interface SymbolFigures {
  /** Newest price in US dollars; `null` when it has none. */
  readonly priceUsd: number | null
  /** The currency it is pegged to; `null` when it floats. */
  readonly currency: string | null
}

/**
 * Every stablecoin symbol, in upper case. Of several stablecoins with one symbol the one with the
 * highest price: most likely it holds its peg.
 */
export const stablecoinSymbolsState = derivedState({
  name: 'stablecoins.symbols',
  from: [stablecoinsState, priceTableState],
  make: (described, table): ReadonlyMap<string, SymbolFigures> => {
    const bySymbol = new Map<string, SymbolFigures>()
    for (const stablecoin of described.values()) {
      const coin = coinOf(stablecoin)
      const priceUsd =
        (coin === undefined ? undefined : table.findNewestPrice(coin)?.priceUsd) ?? null
      const symbol = stablecoin.symbol.toUpperCase()
      const known = bySymbol.get(symbol)
      const isHigher = priceUsd !== null && priceUsd >= (known?.priceUsd ?? priceUsd)
      if (known === undefined || isHigher)
        bySymbol.set(symbol, { priceUsd, currency: pegCurrency(stablecoin.pegType) ?? null })
    }
    return bySymbol
  },
})

export const coinStates = [describedState, stablecoinsState, stablecoinSymbolsState]
