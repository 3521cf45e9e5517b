import { OWN_TOKENS, TREASURY_SUFFIX } from '../../domains/treasuries/facts.ts'
import { PLAIN } from '../../domains/tvl/public.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { type DemoCoin, type DemoProtocol, demoCast, demoChance } from '../market/market.ts'

const END_OF_TIME_SEC = 4_102_444_800
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

/** One holding of a demo holder; its amount is a function of time. */
interface Position {
  holder: string
  chain: string
  section: string
  token: string
  priced: string
  base: number
  volatility: number
  amount: number
  fromSec: number
  toSec: number
}

/** Who holds, and from when to when; `own` is the coin it issued. */
interface DemoHolder {
  id: string
  own: string | undefined
  fromSec: number
  toSec: number
}

/** Every so many-th protocol has a treasury. */
export function withTreasury(protocols: readonly DemoProtocol[]): DemoProtocol[] {
  return protocols.filter((_, index) => index % TREASURY_EVERY === 0)
}

/** Everything that anybody holds. */
export function demoPositions(firstDaySec: number): Position[] {
  const { coins, protocols } = demoCast()
  const savers = withTreasury(protocols)
  const byCoin = new Map(coins.map((coin) => [coin.coin, coin]))
  const onChain = new Map(coins.map((coin) => [`${coin.coin.split(':')[0]} ${coin.symbol}`, coin]))
  const hold = (
    holder: DemoHolder,
    chain: string,
    token: DemoCoin | undefined,
    usd: number,
  ): Position[] => {
    if (token === undefined) return []
    const { coin, priceUsd, volatility } =
      (token.redirect === null ? undefined : byCoin.get(token.redirect)) ?? token
    const { id, own, fromSec, toSec } = holder
    const section = token.coin === own ? OWN_TOKENS : PLAIN
    const price = { priced: coin, base: priceUsd, volatility, amount: usd / priceUsd }
    return [{ holder: id, chain, section, token: token.coin, ...price, fromSec, toSec }]
  }
  const ofProtocols = savers.flatMap((protocol) => {
    const part = (what: string) =>
      protocol.sizeUsd *
      (0.004 + 0.05 * demoChance('treasury', protocol.id)) *
      demoChance('treasury', protocol.id, what)
    const holder = treasuryOf(protocol, firstDaySec)
    const baskets = protocol.chains.slice(0, 2).flatMap((chain, rank) =>
      ['USDC', 'USDT', 'WETH', 'WBTC', 'LINK'].map((symbol) => ({
        chain,
        symbol,
        usd: part(`${symbol} ${rank}`) / (2 + 3 * rank),
      })),
    )
    return [
      ...hold(holder, 'ethereum', byCoin.get(protocol.tokenCoin), 2 * part('own')),
      ...baskets.flatMap(({ chain, symbol, usd }) =>
        hold(holder, chain, onChain.get(`${chain} ${symbol}`), usd),
      ),
    ]
  })
  const ofEntities = DEMO_ENTITIES.flatMap(([, , usd], index) => {
    const holder = {
      id: `entity-${index + 1}`,
      own: undefined,
      fromSec: firstDaySec,
      toSec: END_OF_TIME_SEC,
    }
    const ventures = savers.filter(
      ({ id, startDay }) => startDay === 0 && demoChance('venture', holder.id, id) < 0.06,
    )
    const held = [
      ...['WBTC', 'WETH', 'USDC', 'STETH', 'LINK'].map((symbol) =>
        onChain.get(`ethereum ${symbol}`),
      ),
      ...ventures.map(({ tokenCoin }) => byCoin.get(tokenCoin)),
    ]
    return held.flatMap((token, rank) =>
      hold(holder, 'ethereum', token, (usd * demoChance('held', holder.id, rank)) / (rank + 2)),
    )
  })
  return [...ofProtocols, ...ofEntities]
}

function treasuryOf(
  { id, tokenCoin, startDay, deadDay }: DemoProtocol,
  firstDaySec: number,
): DemoHolder {
  return {
    id: `${id}${TREASURY_SUFFIX}`,
    own: tokenCoin,
    fromSec: firstDaySec + startDay * DAY_SEC,
    toSec: deadDay === null ? END_OF_TIME_SEC : firstDaySec + deadDay * DAY_SEC,
  }
}
