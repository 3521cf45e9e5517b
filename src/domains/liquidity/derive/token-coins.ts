import { toSlug } from '../../../lib/slug.ts'

/** A coin that has liquidity, and how people call it. */
export interface LiquidCoin {
  coin: string
  symbol: string | null
  name: string | null
  /** The coin whose price it takes; coins that share it are one token on several chains. */
  priced: string
}

/** Every coin that has liquidity, found by what it is called. */
export interface CoinNames {
  readonly byName: ReadonlyMap<string, readonly LiquidCoin[]>
  readonly byPriced: ReadonlyMap<string, readonly LiquidCoin[]>
  readonly byCoin: ReadonlyMap<string, LiquidCoin>
}

export function nameCoins(coins: readonly LiquidCoin[]): CoinNames {
  const byName = new Map<string, LiquidCoin[]>()
  for (const coin of coins) {
    for (const name of namesOf(coin)) {
      const known = byName.get(name)
      if (known === undefined) byName.set(name, [coin])
      else known.push(coin)
    }
  }
  return {
    byName,
    byPriced: Map.groupBy(coins, ({ priced }) => priced),
    byCoin: new Map(coins.map((coin) => [coin.coin, coin])),
  }
}

/**
 * Names of a coin as slugs: its symbol, its name and, without its source, the id whose price it
 * takes.
 */
function namesOf({ symbol, name, priced }: LiquidCoin): Set<string> {
  return new Set(
    [symbol ?? '', name ?? '', priced.slice(priced.indexOf(':') + 1)]
      .map(toSlug)
      .filter((slug) => slug !== ''),
  )
}

/** The coins a coin id stands for (decision 104): itself, and those that take its price. */
export function coinsOfId({ byCoin, byPriced }: CoinNames, coin: string): string[] {
  const own = byCoin.get(coin)
  return [...new Set([...(own === undefined ? [] : [own]), ...(byPriced.get(coin) ?? [])])].map(
    (found) => found.coin,
  )
}

/**
 * The tokens a slug may stand for (decision 104), each with its coins: coins of that symbol or
 * name, put together when they take one price, so that a token on ten chains is one token and a
 * copy of its symbol is another.
 */
export function tokensOfSlug({ byName }: CoinNames, slug: string): string[][] {
  const groups = Map.groupBy(byName.get(slug) ?? [], ({ priced }) => priced)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, coins]) => coins.map(({ coin }) => coin))
}
