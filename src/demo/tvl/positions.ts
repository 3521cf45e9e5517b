import { PLAIN } from '../../domains/tvl/public.ts'
import { sql } from '../../lib/sql.ts'
import { demoChance } from '../market/chance.ts'
import { type DemoCoin, type DemoMarket, pricedAs } from '../market/market.ts'
import { type DemoProtocol, lifeOf, placesOf } from '../market/protocols.ts'

/** One holding of a demo protocol, treasury or entity; its amount is a function of time. */
export interface Position {
  protocol: string
  chain: string
  section: string
  token: string
  symbol: string
  /** Coin that carries the price, with the level and size of its waves. */
  priced: string
  base: number
  volatility: number
  amount: number
  fromSec: number
  toSec: number
}

export const POSITION_COLUMNS = sql`protocol String, chain LowCardinality(String), section LowCardinality(String), token String, symbol LowCardinality(String), priced String,
  base Float64, volatility Float64, amount Float64, fromSec UInt32, toSec UInt32`

/** What the protocols of the demo market hold. */
export function listPositions(
  market: DemoMarket,
  protocols: readonly DemoProtocol[],
  firstDaySec: number,
): Position[] {
  return protocols.flatMap((protocol) => {
    const own = market.coinById.get(protocol.tokenCoin)
    const life = lifeOf(protocol, firstDaySec)
    const make = (chain: string, section: string, token: DemoCoin, usd: number) =>
      positionOf(market, { protocol: protocol.id, chain, section, ...life }, token, usd)
    return placesOf(protocol).flatMap(({ chain, usd }, rank) => {
      const held = tokensOf(protocol, chain, market)
      const shareSum = held.reduce((sum, { share }) => sum + share, 0)
      const basket = (section: string, part: number) =>
        held.map(({ token, share }) => make(chain, section, token, (usd * part * share) / shareSum))
      const ofOwn = (section: string, part: number, wanted: boolean) =>
        wanted && rank === 0 && own !== undefined ? [make(chain, section, own, usd * part)] : []
      return [
        ...basket(PLAIN, 1),
        ...(protocol.borrowed > 0 ? basket('borrowed', protocol.borrowed) : []),
        ...ofOwn('staking', 0.12, protocol.hasStaking),
        ...ofOwn('pool2', 0.03, protocol.hasPool2),
        ...ofOwn('vesting', 0.05, protocol.hasVesting),
      ]
    })
  })
}

type Place = Pick<Position, 'protocol' | 'chain' | 'section' | 'fromSec' | 'toSec'>

/** A holding that is worth so much at the first price of its token. */
export function positionOf(
  market: DemoMarket,
  place: Place,
  token: DemoCoin,
  usd: number,
): Position {
  const { coin: priced, priceUsd: base, volatility } = pricedAs(market, token)
  const { coin, symbol } = token
  return { ...place, token: coin, symbol, priced, base, volatility, amount: usd / base }
}

/** The tokens of a protocol on a chain with their shares; one that the chain lacks is WETH. */
function tokensOf(
  protocol: DemoProtocol,
  chain: string,
  { coinOnChain }: DemoMarket,
): { token: DemoCoin; share: number }[] {
  const shares = new Map<DemoCoin, number>()
  for (const symbol of protocol.tokens) {
    const token = coinOnChain.get(`${chain} ${symbol}`) ?? coinOnChain.get(`${chain} WETH`)
    if (token === undefined) continue
    const share = 0.4 + demoChance('share', protocol.id, chain, token.symbol)
    shares.set(token, (shares.get(token) ?? 0) + share)
  }
  return [...shares].map(([token, share]) => ({ token, share }))
}
