import { rowState, type TimelessRow } from '../../../cache/row-state.ts'
import { derivedState } from '../../../cache/state.ts'
import { priceTableState } from '../../coins/public.ts'
import { pegCurrency } from '../derive/usd-rate.ts'
import { stablecoins } from '../facts.ts'

/** A stablecoin as it was described. */
export type Stablecoin = TimelessRow<typeof stablecoins>

export const describedState = rowState('stablecoins.described', stablecoins, 'id')

/** All stablecoins by id, in the order of their numbers. */
export const stablecoinsState = derivedState({
  name: 'stablecoins.list',
  from: [describedState],
  make: (described): ReadonlyMap<string, Stablecoin> =>
    new Map([...described].sort(([a], [b]) => Number(a) - Number(b))),
})

/** The coin whose price an asset has; `undefined` when none is known. */
export function coinOf(asset: { coin: string | null; aggregatorId: string | null }) {
  return (
    asset.coin ?? (asset.aggregatorId === null ? undefined : `aggregator:${asset.aggregatorId}`)
  )
}

/** What a symbol stands for. */
interface SymbolFigures {
  /** Newest price in US dollars; `null` when it has none. */
  readonly priceUsd: number | null
  /** The currency it is pegged to; `null` when it floats. */
  readonly currency: string | null
}

/** Symbols in upper case; of several the one with the highest price, which likely holds its peg. */
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
