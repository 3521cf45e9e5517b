import { amongKeys } from '../../cache/among-keys.ts'
import { keyedState } from '../../cache/state.ts'
import { marketCap } from '../../derive/market-cap.ts'
import { nameIndex, type Searchable } from '../../http/searchable.ts'
import { sql } from '../../lib/sql.ts'
import type { RowOf } from '../../store/fact.ts'
import { tokens } from '../registry/public.ts'
import { priceTableState, supplyState } from './read.ts'

type CoinName = Pick<RowOf<typeof tokens>, 'symbol' | 'name'>

/** How tokens are called: apart from their prices, which change all the time. */
export const coinNamesState = keyedState<string, CoinName>({
  name: 'coins.names',
  reads: [tokens],
  key: sql`coin`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`coin`, keys)
    const rows = await snapshot.query<CoinName & { coin: string }>(
      sql`SELECT coin, symbol, name FROM ${snapshot.current(tokens, where)}`,
      { keys },
    )
    return rows.map(({ coin, ...names }): [string, CoinName] => [coin, names])
  },
})

export const coinSearch: Searchable = {
  kind: 'coin',
  index: nameIndex('coins.nameIndex', coinNamesState, listNamed),
  readHits: async ({ states, snapshot, nowSec }) => {
    const names = await states.get(coinNamesState, snapshot)
    const prices = await states.get(priceTableState, snapshot)
    const supplies = await states.get(supplyState, snapshot)
    return (coin) => {
      const known = names.get(coin)
      if (known === undefined) return undefined
      return {
        name: known.name ?? known.symbol,
        symbol: known.symbol,
        root: 'free',
        path: `/prices/current/${encodeURIComponent(coin)}`,
        sizeUsd: marketCap(supplies.get(coin), prices.findNewestPrice(coin), nowSec),
      }
    }
  },
}

/** Ids of an aggregator are names too; those on a chain are found by address, not by chain. */
function* listNamed(names: ReadonlyMap<string, CoinName>) {
  for (const [coin, { symbol, name }] of names)
    yield { id: coin, texts: [symbol, name, coin.slice(coin.indexOf(':') + 1)] }
}
