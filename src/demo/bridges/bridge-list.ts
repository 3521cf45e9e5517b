import type { Bridge } from '../../domains/bridges/read/bridge-directory.ts'
import { chains } from '../../domains/registry/public.ts'
import { at } from '../../lib/at.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { toSlug } from '../../lib/slug.ts'
import { DEMO_DAYS } from '../demo-range.ts'
import { blockSecOf } from '../market/block-sql.ts'
import { demoAddress, demoChance } from '../market/chance.ts'
import { type DemoMarket, pricedAs } from '../market/market.ts'

/** A bridge of the demo world, and how often money crosses it. */
export interface DemoBridge extends Bridge {
  chains: string[]
  /** One crossing in each period of this length. */
  periodSec: number
  sizeUsd: number
}

/** A route over a bridge: from chain to chain with one token. Every crossing takes one. */
export interface DemoRoute {
  bridge: number
  route: number
  source: string
  target: string
  /** Empty on a side that is not recorded. */
  sourceToken: string
  targetToken: string
  decimals: number
  /** Coin whose price the token takes; empty for a token without a price. */
  priced: string
  base: number
  volatility: number
  sourceContract: string
  targetContract: string
  sourceBlockSec: number
  targetBlockSec: number
}

const OTHER_BRIDGES =
  'Causeway,Towline,Ferrymark,Gantry Lane,Plankway,Lockgate,Trestle,Stonestep,Riverfork,Tidegate,Longspan,Footway,Culvert,Highwater,Ropewalk,Slipway'.split(
    ',',
  )
const SYMBOLS = ['USDC', 'USDT', 'WETH', 'WBTC', 'DAI']
/** Routes over each bridge. */
export const ROUTES = 40
const UNPRICED_EVERY = 30
/** Both sides of all crossings of two years. */
const TRANSFERS = 502_000
const MAX_CHAINS = 8

/**
 * The bridges among the protocols of the demo world, and as many again that are no protocols; every
 * fifth is seen on one side only.
 */
export function listBridges(market: DemoMarket): DemoBridge[] {
  const evm = market.chains.filter((key) => chains.byKey(key)?.chainId !== null)
  const ofProtocols = market.protocols
    .filter(({ category }) => category === 'Bridge')
    .map(({ id, name, chains: used }) => ({
      name,
      serviceId: id,
      used: used.filter((key) => evm.includes(key)),
    }))
  const others = OTHER_BRIDGES.slice(0, Math.ceil(OTHER_BRIDGES.length * market.share)).map(
    (name) => ({
      name: `${name} Bridge`,
      serviceId: null,
      used: [] as string[],
    }),
  )
  const all = [...ofProtocols, ...others].map((bridge, rank) => ({
    ...bridge,
    rank,
    weight: 1 / (rank + 1) ** 0.6,
  }))
  const sidesOf = (rank: number) => (isOneSided(rank) ? 1 : 2)
  const crossingsOfWeight =
    TRANSFERS / all.reduce((sum, { weight, rank }) => sum + weight * sidesOf(rank), 0)
  return all.map(({ name, serviceId, used, rank, weight }) => {
    const more = [...evm].sort(
      (a, b) => demoChance('bridge', name, a) - demoChance('bridge', name, b),
    )
    const breadth = isOneSided(rank)
      ? 2
      : Math.min(MAX_CHAINS, 3 + used.length + Math.floor(3 * demoChance('breadth', name)))
    const onChains = [...new Set(['ethereum', ...used, ...more])].slice(0, breadth)
    return {
      id: rank + 1,
      name: toSlug(name.replace(' Bridge', '')),
      displayName: name,
      icon: `icons:${toSlug(name)}`,
      url: `https://${toSlug(name)}.example`,
      slug: null,
      destinationChain: isOneSided(rank) ? at(onChains, 1) : null,
      serviceId,
      chains: onChains,
      periodSec: Math.floor((DEMO_DAYS * DAY_SEC) / (crossingsOfWeight * weight)),
      sizeUsd: 2_000 + 30_000 * demoChance('size', name),
    }
  })
}

function isOneSided(rank: number): boolean {
  return rank % 5 === 4
}

export function listRoutes(market: DemoMarket, bridges: readonly DemoBridge[]): DemoRoute[] {
  return bridges.flatMap((bridge) =>
    Array.from({ length: ROUTES }, (_, route): DemoRoute => {
      const chance = (what: string) => demoChance('route', bridge.id, route, what)
      const [source, target] = twoOf(bridge.chains, chance('source'), chance('target'))
      const symbol = at(SYMBOLS, Math.floor(SYMBOLS.length * chance('symbol') ** 1.5))
      const isPriced = route % UNPRICED_EVERY !== UNPRICED_EVERY - 1
      const [there, here] = isPriced
        ? [source, target].map((chain) => market.coinOnChain.get(`${chain} ${symbol}`))
        : []
      const priced = there === undefined ? undefined : pricedAs(market, there)
      const unknown = (chain: string) => `${chain}:${demoAddress('unpriced', bridge.id, chain)}`
      const seenOn = (chain: string, token: string) =>
        bridge.destinationChain === chain ? '' : token
      return {
        bridge: bridge.id,
        route,
        source,
        target,
        sourceToken: seenOn(source, there?.coin ?? unknown(source)),
        targetToken: seenOn(target, here?.coin ?? unknown(target)),
        decimals: there?.decimals ?? 18,
        priced: priced?.coin ?? '',
        // Amounts of a token without a price are made as if it were worth a dollar.
        ...(priced === undefined
          ? { base: 1, volatility: 0 }
          : { base: priced.priceUsd, volatility: priced.volatility }),
        sourceContract: demoAddress('bridge', bridge.id, source),
        targetContract: demoAddress('bridge', bridge.id, target),
        sourceBlockSec: blockSecOf(source),
        targetBlockSec: blockSecOf(target),
      }
    }),
  )
}

/** Two different ones of a list, the first ones more often. */
function twoOf(list: readonly string[], first: number, second: number): [string, string] {
  const source = Math.floor(list.length * first ** 1.5)
  const others = list.filter((_, index) => index !== source)
  return [at(list, source), at(others, Math.floor(others.length * second ** 1.5))]
}
