import demo from '../../../data/demo.json' with { type: 'json' }
import { type DemoCoin, makeCoins } from './coins.ts'
import { type DemoProtocol, makeProtocols } from './protocols.ts'

/** Everything that takes part in the demo market. */
export interface DemoMarket {
  coins: DemoCoin[]
  coinById: ReadonlyMap<string, DemoCoin>
  /** By chain and symbol, with a space between. */
  coinOnChain: ReadonlyMap<string, DemoCoin>
  protocols: DemoProtocol[]
  parents: { id: string; name: string }[]
  chains: string[]
  /** How much of each list of names takes part, the first ones of it: 1 is all. */
  share: number
}

/** The demo market; the same on every machine. */
export function demoMarket(share = 1): DemoMarket {
  const protocols = makeProtocols(share)
  const coins = makeCoins(protocols)
  const parents = [...new Set(protocols.flatMap(({ parent }) => parent ?? []))]
  return {
    coins,
    coinById: new Map(coins.map((coin) => [coin.coin, coin])),
    coinOnChain: new Map(coins.map((coin) => [`${coin.coin.split(':')[0]} ${coin.symbol}`, coin])),
    protocols,
    parents: parents.map((id) => ({ id, name: titleOf(id.slice('parent#'.length)) })),
    chains: demo.chains,
    share,
  }
}

/** The coin that carries the price of a coin: itself, or the one it stands for. */
export function pricedAs({ coinById }: DemoMarket, coin: DemoCoin): DemoCoin {
  return (coin.redirect === null ? undefined : coinById.get(coin.redirect)) ?? coin
}

/** Coins with own price and supply; the token of a protocol is called `<protocol> Token`. */
export function listTradedCoins({ coins }: DemoMarket): DemoCoin[] {
  return coins.filter(({ redirect, supply }) => redirect === null && supply > 0)
}

function titleOf(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
