import { DAY_SEC } from '../../lib/clock.ts'
import { type DemoCoin, type DemoProtocol, demoChance } from '../market/market.ts'
import { demoPriceSql } from '../market/price-sql.ts'

/** What a demo protocol holds of one coin on one chain. */
export interface DemoHolding {
  protocol: string
  chain: string
  priced: string
  base: number
  volatility: number
  amount: number
}

export const HOLDING_COLUMNS =
  'protocol String, chain LowCardinality(String), priced String, base Float64, volatility Float64, amount Float64'

/**
 * The holdings behind the demo world's TVL. They are worked out as that domain's part does, by the
 * same chances: pools are shares of them, and a test over the demo world holds the two together.
 */
export function demoHoldings(
  protocols: readonly DemoProtocol[],
  coins: readonly DemoCoin[],
): DemoHolding[] {
  const byCoin = new Map(coins.map((coin) => [coin.coin, coin]))
  const onChain = new Map(coins.map((coin) => [`${coin.coin.split(':')[0]} ${coin.symbol}`, coin]))
  return protocols.flatMap((protocol) => {
    const weights = protocol.chains.map((_, rank) => 1 / (rank + 1) ** 1.3)
    const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
    return protocol.chains.flatMap((chain, rank) => {
      const usd = (protocol.sizeUsd * (weights[rank] ?? 0)) / weightSum
      const held = protocol.tokens.flatMap(
        (symbol) => onChain.get(`${chain} ${symbol}`) ?? onChain.get(`${chain} WETH`) ?? [],
      )
      const share = (token: DemoCoin) => 0.4 + demoChance('share', protocol.id, chain, token.symbol)
      const shareSum = held.reduce((sum, token) => sum + share(token), 0)
      return held.map((token) => {
        const priced = (token.redirect === null ? undefined : byCoin.get(token.redirect)) ?? token
        const amount = (usd * share(token)) / shareSum / priced.priceUsd
        return {
          protocol: protocol.id,
          chain,
          priced: priced.coin,
          base: priced.priceUsd,
          volatility: priced.volatility,
          amount,
        }
      })
    })
  })
}

/**
 * SQL of what each protocol holds on each chain, as a list `worths` over the moments `times`;
 * `table` has the holdings.
 */
export function demoPlacesSql(table: string, times: string): string {
  const growth = `exp(0.35 * sin(6.2832 * atSec / ${190 * DAY_SEC} + (cityHash64(protocol) % 628) / 100) + 0.03 * sin(6.2832 * atSec / ${3 * DAY_SEC} + (cityHash64(protocol, chain) % 628) / 100))`
  return `SELECT protocol, chain, arrayMap((worth, grown) -> worth * grown, any(held), arrayMap(atSec -> ${growth}, ${times})) AS worths FROM (
      SELECT protocol, chain, sumForEach(arrayMap(price -> amount * price, prices)) AS held FROM ${table} AS holding
      JOIN (SELECT priced, arrayMap(atSec -> ${demoPriceSql('priced', 'base', 'volatility')}, ${times}) AS prices
        FROM (SELECT DISTINCT priced, base, volatility FROM ${table})) AS market USING (priced)
      GROUP BY protocol, chain
    ) GROUP BY protocol, chain`
}
