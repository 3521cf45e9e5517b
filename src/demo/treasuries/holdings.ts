import { OWN_TOKENS, TREASURY_SUFFIX } from '../../domains/treasuries/facts.ts'
import { PLAIN } from '../../domains/tvl/public.ts'
import { sql } from '../../lib/sql.ts'
import { NEVER_SEC } from '../demo-range.ts'
import { demoChance } from '../market/chance.ts'
import type { DemoCoin } from '../market/coins.ts'
import { type DemoMarket, pricedAs } from '../market/market.ts'
import { type DemoProtocol, lifeOf } from '../market/protocols.ts'

const TREASURY_EVERY = 4

/** Entities of the demo world: name, category, and about how much they hold. */
export const DEMO_ENTITIES = [
  ['Cedar Ventures', 'VC', 900e6],
  ['Harbor Capital', 'VC', 420e6],
  ['Lantern Crypto', 'VC', 260e6],
  ['Tundra Labs', 'Company', 180e6],
  ['Quarry Digital', 'Fund', 1_400e6],
  ['Opal Growth', 'Fund', 75e6],
  ['Fjord Collective', 'DAO', 33e6],
  ['Meadow Foundation', 'Foundation', 610e6],
  ['Granite Mining', 'Company', 240e6],
  ['Willow Endowment', 'Fund', 12e6],
] as const

/** One holding of a treasury or an entity; its amount is a function of time. */
interface Holding {
  holder: string
  chain: string
  section: string
  token: string
  /** Coin that carries the price, with the level and size of its waves. */
  priced: string
  base: number
  volatility: number
  amount: number
  fromSec: number
  toSec: number
}

export const HOLDING_COLUMNS = sql`holder String, chain LowCardinality(String), section LowCardinality(String), token String, priced String,
  base Float64, volatility Float64, amount Float64, fromSec UInt32, toSec UInt32`

interface Holder {
  id: string
  /** The coin it issued. */
  own: string | undefined
  fromSec: number
  toSec: number
}

export function withTreasury(protocols: readonly DemoProtocol[]): DemoProtocol[] {
  return protocols.filter((_, index) => index % TREASURY_EVERY === 0)
}

/** What all treasuries and entities hold. */
export function listHoldings(market: DemoMarket, firstDaySec: number): Holding[] {
  const protocols = withTreasury(market.protocols)
  return [
    ...protocols.flatMap((protocol) => treasuryOf(protocol, market, firstDaySec)),
    ...DEMO_ENTITIES.flatMap(([, , usd], index) =>
      entityHoldings({ id: `entity-${index + 1}`, usd }, protocols, market, firstDaySec),
    ),
  ]
}

function treasuryOf(protocol: DemoProtocol, market: DemoMarket, firstDaySec: number): Holding[] {
  const usdOf = (what: string) =>
    protocol.sizeUsd *
    (0.004 + 0.05 * demoChance('treasury', protocol.id)) *
    demoChance('treasury', protocol.id, what)
  const holder = {
    id: `${protocol.id}${TREASURY_SUFFIX}`,
    own: protocol.tokenCoin,
    ...lifeOf(protocol, firstDaySec),
  }
  const baskets = protocol.chains.slice(0, 2).flatMap((chain, rank) =>
    ['USDC', 'USDT', 'WETH', 'WBTC', 'LINK'].map((symbol) => ({
      chain,
      symbol,
      usd: usdOf(`${symbol} ${rank}`) / (2 + 3 * rank),
    })),
  )
  const own = market.coinById.get(protocol.tokenCoin)
  return [
    ...hold(market, holder, 'ethereum', own, 2 * usdOf('own')),
    ...baskets.flatMap(({ chain, symbol, usd }) =>
      hold(market, holder, chain, market.coinOnChain.get(`${chain} ${symbol}`), usd),
    ),
  ]
}

/** An entity holds large coins and the tokens of some protocols. */
function entityHoldings(
  { id, usd }: { id: string; usd: number },
  protocols: readonly DemoProtocol[],
  market: DemoMarket,
  firstDaySec: number,
): Holding[] {
  const holder = { id, own: undefined, fromSec: firstDaySec, toSec: NEVER_SEC }
  const ventures = protocols.filter(
    (protocol) => protocol.startDay === 0 && demoChance('venture', id, protocol.id) < 0.06,
  )
  const held = [
    ...['WBTC', 'WETH', 'USDC', 'STETH', 'LINK'].map((symbol) =>
      market.coinOnChain.get(`ethereum ${symbol}`),
    ),
    ...ventures.map(({ tokenCoin }) => market.coinById.get(tokenCoin)),
  ]
  return held.flatMap((token, rank) =>
    hold(market, holder, 'ethereum', token, (usd * demoChance('held', id, rank)) / (rank + 2)),
  )
}

function hold(
  market: DemoMarket,
  { id, own, fromSec, toSec }: Holder,
  chain: string,
  token: DemoCoin | undefined,
  usd: number,
): Holding[] {
  if (token === undefined) return []
  const { coin, priceUsd, volatility } = pricedAs(market, token)
  const section = token.coin === own ? OWN_TOKENS : PLAIN
  const price = { priced: coin, base: priceUsd, volatility, amount: usd / priceUsd }
  return [{ holder: id, chain, section, token: token.coin, ...price, fromSec, toSec }]
}
