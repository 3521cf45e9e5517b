import demo from '../../../data/demo.json' with { type: 'json' }
import { chains } from '../../domains/registry/public.ts'
import { demoAddress, demoChance } from './chance.ts'
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

/** A coin of the demo market: its price is a function of time made from these. */
export interface DemoCoin {
  coin: string
  symbol: string
  name: string
  decimals: number | null
  priceUsd: number
  volatility: number
  supply: number
  /** Coin whose price it takes. */
  redirect: string | null
}

type ListedCoin = (typeof demo.coins)[number]

const ON_EVERY_CHAIN = ['USDT', 'USDC', 'DAI', 'WBTC', 'WETH', 'STETH', 'PAXG', 'EURC', 'LINK']
const GAS_ADDRESS = `0x${'0'.repeat(40)}`

export function makeCoins(protocols: readonly DemoProtocol[]): DemoCoin[] {
  return [
    ...demo.coins.map(marketCoin),
    ...demo.chains.flatMap(coinsOnChain),
    ...protocols.map(ownToken),
  ]
}

function marketCoin(listed: ListedCoin): DemoCoin {
  return {
    coin: `aggregator:${listed.id}`,
    symbol: listed.symbol,
    name: listed.name,
    decimals: null,
    // A coin that takes another's price has none of its own.
    priceUsd: listed.priceUsd ?? 0,
    volatility: listed.volatility ?? 0,
    supply: listed.supply,
    redirect: listed.redirect === undefined ? null : `aggregator:${listed.redirect}`,
  }
}

/** The gas token and the large coins as tokens of a chain, priced as the coin they stand for. */
function coinsOnChain(chain: string): DemoCoin[] {
  const gasId = chains.byKey(chain)?.aggregatorId
  const gas =
    demo.coins.find(({ id }) => id === gasId) ?? demo.coins.find(({ id }) => id === 'ethereum')
  if (gas === undefined) throw new Error('The demo market has no ethereum.')
  const wrapped = demo.coins.filter(({ symbol }) => ON_EVERY_CHAIN.includes(symbol))
  return [
    tokenOf(chain, gas, GAS_ADDRESS),
    ...wrapped.map((source) => tokenOf(chain, source, demoAddress(chain, source.symbol))),
  ]
}

function tokenOf(chain: string, source: ListedCoin, address: string): DemoCoin {
  return {
    coin: `${chain}:${address}`,
    symbol: source.symbol,
    name: source.name,
    decimals: decimalsOf(source.symbol),
    priceUsd: 0,
    volatility: 0,
    supply: 0,
    redirect: `aggregator:${source.redirect ?? source.id}`,
  }
}

function decimalsOf(symbol: string): number {
  if (symbol === 'USDT' || symbol === 'USDC') return 6
  return symbol === 'WBTC' ? 8 : 18
}

function ownToken(protocol: DemoProtocol): DemoCoin {
  return {
    coin: protocol.tokenCoin,
    symbol: protocol.symbol,
    name: `${protocol.name} Token`,
    decimals: 18,
    priceUsd: 0.05 + 40 * demoChance('price', protocol.id) ** 3,
    volatility: 0.5 + 0.6 * demoChance('volatility', protocol.id),
    supply: Math.floor(1e7 + 9e8 * demoChance('supply', protocol.id)),
    redirect: null,
  }
}
