import { PLAIN } from '../../domains/tvl/facts.ts'
import { demoCast, demoPlaces } from '../market/market.ts'
import { demoPriceSql } from '../market/price-sql.ts'

// Even small chains have people on them.
const LEAST_USD = 100e6
// Several times what lies in protocols: at the lowest prices there are, it is still more than the
// stablecoins of any chain.
const TIMES_IN_PROTOCOLS = 8
const HELD = [
  { coin: 'aggregator:bitcoin', share: 0.6 },
  { coin: 'aggregator:ethereum', share: 0.4 },
]

/**
 * SQL of the large coins that people hold on each chain outside of protocols, over the times of a
 * sorted array: as many units all the time.
 */
export function walletsSql(times: string): string {
  const { coins } = demoCast()
  const rows = HELD.flatMap(({ coin, share }) => {
    const { symbol = '', volatility = 0 } = coins.find((candidate) => candidate.coin === coin) ?? {}
    return [...chainSizesUsd()].map(
      ([chain, usd]) =>
        `('${chain}', '${symbol}', '${coin}', ${usd * TIMES_IN_PROTOCOLS * share}, ${volatility})`,
    )
  })
  return `SELECT chain, '${PLAIN}' AS section, symbol, ${times} AS times, arrayMap(atSec -> ${demoPriceSql('coin', 'usd', 'volatility')}, times) AS worth
    FROM values('chain String, symbol String, coin String, usd Float64, volatility Float64', ${rows.join(', ')})`
}

/** What lies in the protocols of each chain: supplies of stablecoins follow the same sizes. */
function chainSizesUsd(): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const protocol of demoCast().protocols)
    for (const { chain, usd } of demoPlaces(protocol))
      sizes.set(chain, (sizes.get(chain) ?? LEAST_USD) + usd)
  return sizes
}
