import parts from '../../../data/demo-parts.json' with { type: 'json' }
import { poolIdOf } from '../../domains/yields/pool-id.ts'
import { at } from '../../lib/at.ts'
import { sql } from '../../lib/sql.ts'
import { demoAddress, demoChance, highest } from '../market/chance.ts'
import type { DemoMarket } from '../market/market.ts'
import { type DemoProtocol, lifeOf } from '../market/protocols.ts'

export const POOL_COLUMNS = sql`pool String, poolKey String, project String, protocol String, chain LowCardinality(String), symbol String, poolMeta Nullable(String),
  underlyingTokens Array(String), rewardTokens Array(String), kind LowCardinality(String), share Float64, apyBase Float64, apyReward Float64,
  feePct Float64, isVolatilePair Bool, isVault Bool, borrowed Float64, ltv Float64, borrowable Bool, mintedCoin String, fromSec UInt32, toSec UInt32`

/** The pools of a category: how many on each chain, of how many tokens, and how much they pay. */
interface Plan {
  pools: number
  tokens: number
  minApyPct: number
  maxApyPct: number
  rewardChance: number
}

const PLANS: Readonly<Record<string, Plan>> = parts.yields.plans
const STABLE = ['USDC', 'USDT', 'DAI']
const LTV: Readonly<Record<string, number>> = parts.yields.ltv
// The part of a place's holdings that is in pools.
const IN_POOLS = 0.95

/** The protocols of the demo world that have pools. */
export function withPools(protocols: readonly DemoProtocol[]): DemoProtocol[] {
  return protocols.filter(({ category }) => category in PLANS)
}

/** Shares of what protocols hold on chains, and yields around a base. */
export function listPools(
  market: DemoMarket,
  protocols: readonly DemoProtocol[],
  firstDaySec: number,
) {
  return protocols.flatMap((protocol) =>
    protocol.chains.flatMap((chain) => {
      const made = makePools(protocol, chain, market)
      const weightSum = made.reduce((sum, { share }) => sum + share, 0)
      return made.map((pool) => ({
        ...pool,
        share: (IN_POOLS * pool.share) / weightSum,
        ...lifeOf(protocol, firstDaySec),
      }))
    }),
  )
}

function makePools(protocol: DemoProtocol, chain: string, { coinOnChain }: DemoMarket) {
  const plan = PLANS[protocol.category]
  if (plan === undefined) return []
  return symbolsOf(protocol, chain, plan).map((tokens, rank) => {
    const chance = (what: string) => demoChance('pool', protocol.id, chain, rank, what)
    const isStable = tokens.every((token) => STABLE.includes(token))
    const isPair = tokens.length === 2
    const poolKey = poolKeyOf(protocol, chain, rank)
    const known = tokens.flatMap((token) => coinOnChain.get(`${chain} ${token}`) ?? [])
    return {
      pool: poolIdOf(poolKey),
      poolKey,
      project: protocol.id,
      protocol: protocol.id,
      chain,
      symbol: tokens.join('-'),
      underlyingTokens: known.map(({ coin }) => addressIn(coin)),
      kind: kindOf(protocol),
      share: 0.2 + chance('share') / (rank + 1),
      isVolatilePair: isPair && !isStable,
      isVault: protocol.category === 'Yield Aggregator',
      ...tradeTerms(protocol, isStable),
      ...yieldTerms(protocol, plan, chance, isPair && isStable ? 0.25 : 1),
      ...lendingTerms(protocol, tokens, chance),
    }
  })
}

function kindOf({ category, borrowed }: DemoProtocol): 'lending' | 'options' | '' {
  if (borrowed > 0) return 'lending'
  return category === 'Options' ? 'options' : ''
}

/** The fee is percent of a trade, where the yield comes from trades; else 0. */
function tradeTerms({ category }: DemoProtocol, isStable: boolean) {
  if (category !== 'Dexs') return { poolMeta: null, feePct: 0 }
  return isStable ? { poolMeta: '0.05%', feePct: 0.05 } : { poolMeta: '0.3%', feePct: 0.3 }
}

function yieldTerms(
  protocol: DemoProtocol,
  { minApyPct, maxApyPct, rewardChance }: Plan,
  chance: (what: string) => number,
  factor: number,
) {
  const apyBase = factor * (minApyPct + (maxApyPct - minApyPct) * chance('apy') ** 2)
  if (chance('reward') >= rewardChance) return { apyBase, apyReward: 0, rewardTokens: [] }
  return {
    apyBase,
    apyReward: 0.5 + 12 * chance('rewardApy') ** 2,
    rewardTokens: [addressIn(protocol.tokenCoin)],
  }
}

function lendingTerms(
  { borrowed, category, symbol }: DemoProtocol,
  tokens: readonly string[],
  chance: (what: string) => number,
) {
  return {
    // Debt over what is left in the pool.
    borrowed: borrowed * (0.7 + 0.3 * chance('borrowed')),
    ltv: LTV[at(tokens, 0)] ?? 0.7,
    borrowable: chance('borrowable') < 0.9,
    mintedCoin: category === 'CDP' ? `${symbol}USD` : '',
  }
}

/** The address in a coin id. */
function addressIn(coin: string): string {
  return coin.slice(coin.indexOf(':') + 1)
}

/** The key that a demo pool has at its source. */
export function poolKeyOf(protocol: DemoProtocol, chain: string, rank: number): string {
  return `${demoAddress('pool', protocol.id, chain, rank)}-${chain}`
}

/** Tokens of each pool, the likeliest first; a staking protocol issues a token of its own. */
function symbolsOf(protocol: DemoProtocol, chain: string, { pools, tokens }: Plan): string[][] {
  if (protocol.category === 'Liquid Staking') return [[stakingSymbol(protocol)]]
  const singles = protocol.tokens.map((token) => [token])
  const pairs = protocol.tokens.flatMap((first, index) =>
    protocol.tokens.slice(index + 1).map((second) => [first, second]),
  )
  const order = (list: string[]) => demoChance('symbols', protocol.id, chain, list.join('-'))
  return highest(tokens === 1 ? singles : pairs, pools, order)
}

/** Symbol of the token that a staking protocol issues. */
export function stakingSymbol(protocol: DemoProtocol): string {
  return `${protocol.symbol.slice(0, 3)}ETH`
}
