import { PLAIN } from '../../domains/tvl/facts.ts'
import { literal, type Sql, sql } from '../../lib/sql.ts'
import type { DemoMarket } from '../market/market.ts'
import { priceSql } from '../market/market-sql.ts'
import { usdByChain } from '../market/protocols.ts'
import { rowsSql } from '../rows.ts'

// A multiple of what is in protocols: even at the lowest prices it exceeds the stablecoins of any
// chain.
const TIMES_IN_PROTOCOLS = 8
const HELD = [
  { coin: 'aggregator:bitcoin', share: 0.6 },
  { coin: 'aggregator:ethereum', share: 0.4 },
]

/** SQL of the large coins in wallets of each chain over some times; their number is constant. */
export function walletsSql(market: DemoMarket, times: Sql): Sql {
  // Supplies of stablecoins follow the same sizes.
  const sizes = [...usdByChain(market.protocols)]
  const rows = HELD.flatMap(({ coin, share }) => {
    const known = market.coinById.get(coin)
    if (known === undefined) throw new Error(`The demo market has no ${coin}.`)
    return sizes.map(([chain, usd]) => [
      chain,
      known.symbol,
      coin,
      usd * TIMES_IN_PROTOCOLS * share,
      known.volatility,
    ])
  })
  return sql`SELECT chain, ${literal(PLAIN)} AS section, symbol, ${times} AS times, arrayMap(atSec -> ${priceSql(sql`coin`, sql`usd`, sql`volatility`)}, times) AS worth
    FROM ${rowsSql(sql`chain String, symbol String, coin String, usd Float64, volatility Float64`, rows)}`
}
