import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { toSlug } from '../../../lib/slug.ts'
import { MAX_CARRIED_DAYS } from './liquidity-days.ts'

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

/** Names of a coin as slugs: symbol, name, and the id whose price it takes without its source. */
function namesOf({ symbol, name, priced }: LiquidCoin): Set<string> {
  return new Set(
    [symbol ?? '', name ?? '', priced.slice(priced.indexOf(':') + 1)]
      .map(toSlug)
      .filter((slug) => slug !== ''),
  )
}

/** The coins of an id: itself, and those that take its price (liquidity.md#token-slugs). */
export function coinsOfId({ byCoin, byPriced }: CoinNames, coin: string): string[] {
  const own = byCoin.get(coin)
  return [...new Set([...(own === undefined ? [] : [own]), ...(byPriced.get(coin) ?? [])])].map(
    (found) => found.coin,
  )
}

/** The tokens a slug may mean: its coins, together if of one price (liquidity.md#token-slugs). */
export function tokensOfSlug({ byName }: CoinNames, slug: string): string[][] {
  const groups = Map.groupBy(byName.get(slug) ?? [], ({ priced }) => priced)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, coins]) => coins.map(({ coin }) => coin))
}

/** The newest sample of one pool of a coin. */
export interface NewestSample {
  coin: string
  atSec: number
  usd: number
}

/** The one with most in its pools now, of those still carried (liquidity.md#token-slugs). */
export function mostLiquid(
  tokens: readonly (readonly string[])[],
  newest: readonly NewestSample[],
): readonly string[] {
  const latestSec = dayStart(newest.reduce((latest, { atSec }) => Math.max(latest, atSec), 0))
  const usdByCoin = new Map<string, number>()
  for (const { coin, atSec, usd } of newest) {
    if (latestSec - dayStart(atSec) <= MAX_CARRIED_DAYS * DAY_SEC)
      usdByCoin.set(coin, (usdByCoin.get(coin) ?? 0) + usd)
  }
  const worth = (coins: readonly string[]) =>
    coins.reduce((sum, coin) => sum + (usdByCoin.get(coin) ?? 0), 0)
  return tokens.reduce<readonly string[]>(
    (best, coins) => (best.length === 0 || worth(coins) > worth(best) ? coins : best),
    [],
  )
}
