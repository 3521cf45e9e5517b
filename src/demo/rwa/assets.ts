import parts from '../../../data/demo-parts.json' with { type: 'json' }
import { at } from '../../lib/at.ts'
import { toSlug } from '../../lib/slug.ts'
import { DEMO_DAYS } from '../demo-range.ts'
import { demoChance, highest, pick } from '../market/chance.ts'
import type { DemoMarket } from '../market/market.ts'
import { type DemoProtocol, placesOf, split } from '../market/protocols.ts'
import { type DemoStablecoin, listStablecoins } from '../stablecoins/stablecoin-list.ts'

/** What happens to an asset: days without reports, wrong reports for two days, an end. */
type Fate = 'gaps' | 'spike' | 'ended' | ''

/** A real world asset of the demo world; its figures are functions of time made from these. */
export interface DemoRwa {
  id: string
  ticker: string
  name: string
  group: string
  assetClass: string
  isWrapper: boolean
  access: string
  platform: DemoPlatform
  issuer: string
  isStablecoin: boolean
  isGovernance: boolean
  /** Coin that carries its price. */
  coin: string
  /** Coin whose waves the price follows. */
  follows: string
  priceUsd: number
  volatility: number
  yearlyGain: number
  /** False where another part of the demo world makes the price. */
  isPricedHere: boolean
  stablecoinId: string | null
  hasActive: boolean
  excludedShare: number
  fate: Fate
  startDay: number
  places: { chain: string; units: number }[]
  positions: { chain: string; protocol: string; units: number }[]
}

interface DemoPlatform {
  name: string
  /** Its own protocol, if it has one. */
  protocol: string | undefined
}

interface Kind {
  group: string
  assetClass: string
  names: readonly string[]
  count: number
  sizeUsd: number
  priceUsd: number
  volatility: number
  yearlyGain: number
  follows?: string
  access: readonly string[]
}

const { platforms: PLATFORM_NAMES, words: WORDS, defiCategories } = parts.rwa
const KINDS: readonly Kind[] = parts.rwa.kinds

// The largest treasuries are wrapped again.
const WRAPPED = 15
const STABLECOINS = 30
// Assets are a small part of what a protocol holds.
const PART_OF_PROTOCOL = 0.02

/** The real world assets whose supply is made here; the same on every machine. */
export function listAssets(market: DemoMarket): DemoRwa[] {
  const own = market.protocols.filter(({ category }) => category === 'RWA')
  const platforms = PLATFORM_NAMES.map(
    (name, index): DemoPlatform => ({ name, protocol: own[index]?.id }),
  )
  const platformAt = (number: number) => at(platforms, number % platforms.length)
  const held = protocolsByChain(market.protocols)
  const assets = KINDS.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, rank) =>
      makeAsset(kind, rank, platformAt, market.chains, held),
    ),
  )
  const wrapped = assets
    .filter(({ group }) => group === 'Treasuries')
    .slice(0, WRAPPED)
    .map((asset) => wrap(asset, held))
  const governance = own.map((protocol, index) =>
    governanceToken(protocol, platformAt(index), market),
  )
  return [...assets, ...wrapped, ...governance]
}

/** Stablecoins that are real world assets too; their figures are those of stablecoins. */
export function listStablecoinAssets(market: DemoMarket): DemoRwa[] {
  return listStablecoins(market)
    .filter(({ mechanism, isMarketCoin }) => mechanism === 'fiat-backed' && !isMarketCoin)
    .slice(0, STABLECOINS)
    .map((stablecoin, index) =>
      stablecoinAsset(stablecoin, {
        name: at(PLATFORM_NAMES, index % PLATFORM_NAMES.length),
        protocol: undefined,
      }),
    )
}

type Held = ReadonlyMap<string, readonly { protocol: DemoProtocol; usd: number }[]>

function protocolsByChain(protocols: readonly DemoProtocol[]): Held {
  const byChain = new Map<string, { protocol: DemoProtocol; usd: number }[]>()
  for (const protocol of protocols) {
    if (!defiCategories.includes(protocol.category) || protocol.deadDay !== null) continue
    for (const { chain, usd } of placesOf(protocol))
      byChain.set(chain, [...(byChain.get(chain) ?? []), { protocol, usd }])
  }
  return byChain
}

/** An asset of which all is made elsewhere in the demo world. */
const MADE_ELSEWHERE = {
  isWrapper: false,
  access: 'Permissionless',
  isStablecoin: false,
  isGovernance: false,
  priceUsd: 1,
  volatility: 0,
  yearlyGain: 0,
  isPricedHere: false,
  stablecoinId: null,
  hasActive: false,
  excludedShare: 0,
  fate: '' as const,
  startDay: 0,
  places: [],
  positions: [],
}

function makeAsset(
  kind: Kind,
  rank: number,
  platformAt: (number: number) => DemoPlatform,
  chains: readonly string[],
  held: Held,
): DemoRwa {
  const chance = (what: string) => demoChance('rwa', kind.group, rank, what)
  const platform = platformAt(Math.floor(chance('platform') * PLATFORM_NAMES.length))
  const word = at(WORDS, (rank * 7 + kind.group.length) % WORDS.length)
  const series = Math.floor(rank / WORDS.length)
  const name = `${word} ${kind.names[rank % kind.names.length]}${series === 0 ? '' : ` ${series + 1}`}`
  const id = toSlug(`${kind.group} ${name}`)
  const priceUsd =
    kind.follows === undefined && kind.priceUsd > 1
      ? kind.priceUsd * (0.5 + chance('price'))
      : kind.priceUsd
  const units = ((kind.sizeUsd / (rank + 1) ** 0.8) * (0.6 + 0.8 * chance('size'))) / priceUsd
  const asset: DemoRwa = {
    ...MADE_ELSEWHERE,
    id,
    ticker: `${word.slice(0, 3)}${kind.group.slice(0, 1)}${rank + 1}`.toUpperCase(),
    name,
    group: kind.group,
    assetClass: kind.assetClass,
    access: pick(kind.access, chance('access')),
    platform,
    issuer: `${platform.name} ${chance('issuer') < 0.5 ? 'Trust' : 'Issuance'}`,
    coin: `aggregator:rwa-${id}`,
    follows: kind.follows ?? `aggregator:rwa-${id}`,
    priceUsd,
    volatility: kind.volatility,
    yearlyGain: kind.yearlyGain,
    isPricedHere: true,
    hasActive: chance('active') < 0.75,
    excludedShare: 0.02 + 0.2 * chance('excluded'),
    fate: rank % 11 === 4 ? 'gaps' : rank % 13 === 6 ? 'spike' : rank % 29 === 20 ? 'ended' : '',
    startDay: chance('age') < 0.2 ? 0 : Math.floor((DEMO_DAYS - 60) * chance('start') ** 0.8),
    places: spread(id, rank, units, chains),
  }
  return { ...asset, positions: positionsOf(asset, held) }
}

/** Most assets are on one or two chains; large chains have more of them. */
function spread(
  id: string,
  rank: number,
  units: number,
  chains: readonly string[],
): DemoRwa['places'] {
  const count = 1 + Math.floor(4.2 * demoChance('rwa breadth', id) ** 2) + (rank === 0 ? 3 : 0)
  const chosen = highest(
    chains,
    count,
    (chain, place) => demoChance('rwa chain', id, chain) / (1 + place * 0.025),
  )
  return split(units, chosen, 1.4).map(([chain, part]) => ({ chain, units: part }))
}

/** Assets without permissions are held in protocols too, sometimes in the issuer's own. */
function positionsOf(
  { id, access, places, priceUsd, platform }: DemoRwa,
  held: Held,
): DemoRwa['positions'] {
  if (access !== 'Permissionless') return []
  const positions = places.flatMap(({ chain, units }) => {
    const all = held.get(chain) ?? []
    const first = Math.floor(demoChance('rwa position', id, chain) * 1.6 * all.length)
    return all.slice(first, first + 1).map(({ protocol, usd }) => ({
      chain,
      protocol: protocol.id,
      units: Math.min(0.15 * units, (PART_OF_PROTOCOL * usd) / priceUsd),
    }))
  })
  const { protocol } = platform
  if (protocol === undefined || demoChance('rwa own', id) >= 0.2) return positions
  const home = at(places, 0)
  return [...positions, { chain: home.chain, protocol, units: 0.1 * home.units }]
}

/** A wrapper holds part of another asset on its main chain and has its price. */
function wrap(asset: DemoRwa, held: Held): DemoRwa {
  const wrapper = {
    ...asset,
    id: `wrapped-${asset.id}`,
    ticker: `W${asset.ticker}`,
    name: `Wrapped ${asset.name}`,
    isWrapper: true,
    access: 'Permissionless',
    isPricedHere: false,
    fate: '' as const,
    places: asset.places.slice(0, 1).map(({ chain, units }) => ({ chain, units: 0.2 * units })),
  }
  return { ...wrapper, positions: positionsOf(wrapper, held) }
}

/** The token of a platform's own protocol, with the price and supply of the market. */
function governanceToken(
  protocol: DemoProtocol,
  platform: DemoPlatform,
  { coinById }: DemoMarket,
): DemoRwa {
  const coin = coinById.get(protocol.tokenCoin)
  if (coin === undefined) throw new Error(`The demo market has no token of ${protocol.name}.`)
  return {
    ...MADE_ELSEWHERE,
    id: `governance-${toSlug(protocol.name)}`,
    ticker: protocol.symbol,
    name: coin.name,
    group: 'Governance Tokens',
    assetClass: 'Governance',
    platform,
    issuer: `${platform.name} Foundation`,
    isGovernance: true,
    coin: protocol.tokenCoin,
    follows: protocol.tokenCoin,
    priceUsd: coin.priceUsd,
    volatility: coin.volatility,
    places: [{ chain: 'ethereum', units: coin.supply }],
  }
}

/** A stablecoin backed by deposits, with the supply and price it has as a stablecoin. */
function stablecoinAsset(
  { id: number, name, symbol, coin }: DemoStablecoin,
  platform: DemoPlatform,
): DemoRwa {
  return {
    ...MADE_ELSEWHERE,
    id: `stablecoin-${toSlug(name)}`,
    ticker: symbol,
    name,
    group: 'Stablecoins',
    assetClass: 'Cash',
    platform,
    issuer: `${platform.name} Trust`,
    isStablecoin: true,
    // Some count as both, so that no bucket is empty.
    isGovernance: Number(number) % 17 === 0,
    coin,
    follows: coin,
    stablecoinId: number,
  }
}
