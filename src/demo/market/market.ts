import { hash } from 'node:crypto'
import demo from '../../../data/demo.json' with { type: 'json' }
import { chains } from '../../domains/registry/chains.ts'
import { DEMO_DAYS } from '../demo-world.ts'

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

/** A protocol of the demo market, with what it holds where. */
export interface DemoProtocol {
  id: string
  name: string
  symbol: string
  category: string
  parent: string | null
  tokenCoin: string
  previousNames: string[]
  sizeUsd: number
  /** Days after the first day of the demo world at which it starts; at most 0 for most. */
  startDay: number
  deadDay: number | null
  chains: string[]
  tokens: string[]
  borrowed: number
  hasStaking: boolean
  hasPool2: boolean
  hasVesting: boolean
  doubleCounted: boolean
}

export interface DemoCast {
  coins: DemoCoin[]
  protocols: DemoProtocol[]
  parents: { id: string; name: string }[]
  chains: string[]
}

const FAMILY_EVERY = 9

/** A number from 0 to 1 that is always the same for the same words. */
export function demoChance(...words: (string | number)[]): number {
  return Number.parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) / 0x1_0000_0000
}

/** Everybody and everything that takes part in the demo market; the same on every machine. */
export function demoCast(): DemoCast {
  const protocols = makeProtocols()
  const parents = [...new Set(protocols.flatMap(({ parent }) => parent ?? []))]
  return {
    coins: [...marketCoins(), ...chainCoins(), ...protocols.map(ownToken)],
    protocols,
    parents: parents.map((id) => ({ id, name: titleOf(id.slice('parent#'.length)) })),
    chains: demo.chains,
  }
}

/** Where a demo protocol is, and how much of its size lies there: the first chain has most. */
export function demoPlaces(protocol: DemoProtocol): { chain: string; usd: number }[] {
  const weights = protocol.chains.map((_, rank) => 1 / (rank + 1) ** 1.3)
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
  return protocol.chains.map((chain, rank) => ({
    chain,
    usd: (protocol.sizeUsd * (weights[rank] ?? 0)) / weightSum,
  }))
}

function marketCoins(): DemoCoin[] {
  return demo.coins.map((coin) => ({
    coin: `aggregator:${coin.id}`,
    symbol: coin.symbol,
    name: coin.name,
    decimals: null,
    priceUsd: coin.priceUsd ?? 0,
    volatility: coin.volatility ?? 0,
    supply: coin.supply,
    redirect: coin.redirect === undefined ? null : `aggregator:${coin.redirect}`,
  }))
}

/**
 * The gas token and the large coins as tokens on every chain, priced as the coin they stand for.
 */
function chainCoins(): DemoCoin[] {
  const priced = new Set(demo.coins.map(({ id }) => id))
  return demo.chains.flatMap((key) => {
    const gas = chains.byKey(key)?.aggregatorId ?? ''
    const gasSource = demo.coins.find(({ id }) => id === (priced.has(gas) ? gas : 'ethereum'))
    const wrapped = demo.coins.filter(({ symbol }) =>
      ['USDT', 'USDC', 'DAI', 'WBTC', 'WETH', 'STETH', 'PAXG', 'EURC', 'LINK'].includes(symbol),
    )
    const onChain = (
      source: (typeof demo.coins)[number] | undefined,
      address: string,
      symbol: string,
    ): DemoCoin => ({
      coin: `${key}:${address}`,
      symbol,
      name: source?.name ?? symbol,
      decimals: ['USDT', 'USDC'].includes(symbol) ? 6 : symbol === 'WBTC' ? 8 : 18,
      priceUsd: 0,
      volatility: 0,
      supply: 0,
      redirect: `aggregator:${source?.redirect ?? source?.id}`,
    })
    return [
      onChain(gasSource, `0x${'0'.repeat(40)}`, gasSource?.symbol ?? 'ETH'),
      ...wrapped.map((source) => onChain(source, addressOf(key, source.symbol), source.symbol)),
    ]
  })
}

function makeProtocols(): DemoProtocol[] {
  const list: DemoProtocol[] = []
  for (const kind of demo.kinds) {
    for (let index = 0; index < kind.count; index++) {
      const word = demo.words[(index * 7 + kind.suffix.length * 3) % demo.words.length] ?? 'Almanac'
      list.push(makeProtocol(list.length + 1, word, index, kind))
    }
  }
  return list
}

function makeProtocol(
  number: number,
  word: string,
  rank: number,
  kind: (typeof demo.kinds)[number],
): DemoProtocol {
  const chance = (what: string) => demoChance('protocol', number, what)
  const family =
    rank % FAMILY_EVERY < 2 && kind.count > FAMILY_EVERY
      ? Math.floor(rank / FAMILY_EVERY)
      : undefined
  // A family's word is one that no single protocol has, so that every slug names one thing.
  const familyWord =
    family === undefined
      ? word
      : `New${(demo.words[(family * 11 + kind.suffix.length) % demo.words.length] ?? word).toLowerCase()}`
  const version = family === undefined ? '' : ` V${(rank % FAMILY_EVERY) + 1}`
  const name =
    family === undefined ? `${word} ${kind.suffix}` : `${familyWord} ${kind.suffix}${version}`
  const chainCount = Math.max(
    1,
    Math.min(10, Math.floor(10 * chance('breadth') ** 2 + (rank === 0 ? 12 : 1))),
  )
  const isYoung = chance('age') < 0.25
  const symbols =
    'tokens' in kind && kind.tokens !== undefined
      ? kind.tokens
      : ['USDC', 'USDT', 'WETH', 'WBTC', 'DAI']
  return {
    id: String(number),
    name,
    symbol: `${word.slice(0, 3)}${kind.suffix.slice(0, 1)}`.toUpperCase(),
    category: kind.category,
    parent: family === undefined ? null : `parent#${`${familyWord}-${kind.suffix}`.toLowerCase()}`,
    tokenCoin: `ethereum:${addressOf('protocol', String(number))}`,
    previousNames: number % 23 === 0 ? [`Old ${name}`] : [],
    sizeUsd: (kind.sizeUsd / (rank + 1) ** 0.9) * (0.6 + 0.8 * chance('size')),
    startDay: isYoung ? Math.floor(DEMO_DAYS * chance('start')) : 0,
    deadDay: number % 37 === 0 ? DEMO_DAYS - 200 : null,
    chains: pickChains(number, chainCount),
    tokens: symbols,
    borrowed: 'borrowed' in kind ? (kind.borrowed ?? 0) : 0,
    hasStaking: chance('staking') < 0.35,
    hasPool2: chance('pool2') < 0.15,
    hasVesting: chance('vesting') < 0.06,
    doubleCounted: number % 41 === 0,
  }
}

function pickChains(number: number, count: number): string[] {
  const ranked = demo.chains.map((key, rank) => ({
    key,
    score: demoChance('chain', number, key) / (1 + rank * 0.04),
  }))
  return ranked
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ key }) => key)
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

function addressOf(...words: string[]): string {
  return `0x${hash('sha256', words.join(' ')).slice(0, 40)}`
}

function titleOf(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
