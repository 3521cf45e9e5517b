import { perpSamples, stakingRates } from '../../domains/yields/facts.ts'
import { poolIdOf, poolIdSql } from '../../domains/yields/pool-id.ts'
import { at } from '../../lib/at.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { lastPart, timestampsSql } from '../demo-range.ts'
import type { DemoTarget } from '../demo-world.ts'
import { demoAddress, demoChance, highest } from '../market/chance.ts'
import type { DemoMarket } from '../market/market.ts'
import { priceSql } from '../market/market-sql.ts'
import { lifeOf } from '../market/protocols.ts'
import { rowsSql } from '../rows.ts'
import { poolKeyOf, stakingSymbol } from './pools.ts'

const FUNDING_SEC = 8 * HOUR_SEC
const PERP_DAYS = 31
const MARKETS_PER_PROTOCOL = 9
const MIN_VOLATILITY = 0.4
const MARKET_COLUMNS = sql`marketplace String, market String, baseAsset String, chain String, coin String, base Float64, volatility Float64, openUsd Float64, fromSec UInt32, toSec UInt32`

/** Perpetual markets of derivatives protocols, with funding every eight hours. */
export async function writePerps({ stage, range, market }: DemoTarget): Promise<void> {
  const settlements = timestampsSql(
    lastPart(range, PERP_DAYS * DAY_SEC),
    FUNDING_SEC,
    PERP_DAYS * DAY_SEC,
  )
  const hourly = timestampsSql(lastPart(range, DAY_SEC), HOUR_SEC, DAY_SEC)
  const rate = (atSec: Sql) =>
    sql`0.0001 * (0.7 + 1.3 * sin(6.2832 * (${atSec}) / ${13 * DAY_SEC} + phase))`
  const settled = sql`intDiv(atSec, ${FUNDING_SEC}) * ${FUNDING_SEC}`
  await stage.insertSelect(
    perpSamples,
    sql`SELECT ${poolIdSql(sql`concat(marketplace, ' ', market)`)} AS pool, atSec, marketplace, market, baseAsset, chain, ${rate(sql`${settled} + ${FUNDING_SEC}`)} AS fundingRate,
       ${rate(settled)} AS fundingRatePrevious, toInt64(${settled}) AS fundingTimePreviousSec, toInt64(${settled} + ${FUNDING_SEC}) AS nextFundingSec,
       openUsd * (1 + 0.3 * sin(6.2832 * atSec / ${17 * DAY_SEC} + phase)) AS openInterestUsd, ${priceSql(sql`coin`, sql`base`, sql`volatility`)} AS indexPrice,
       indexPrice * (1 + 0.0004 * sin(6.2832 * atSec / ${DAY_SEC} + phase)) AS markPrice
     FROM (SELECT *, (cityHash64(marketplace, market) % 628) / 100 AS phase
       FROM ${rowsSql(MARKET_COLUMNS, listMarkets(market, range.firstDaySec))}) AS market
     CROSS JOIN (${settlements} UNION DISTINCT ${hourly}) AS timestamp WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

function listMarkets({ protocols, coins }: DemoMarket, firstDaySec: number): (string | number)[][] {
  const assets = coins.filter(
    ({ coin, redirect, volatility }) =>
      coin.startsWith('aggregator:') && redirect === null && volatility >= MIN_VOLATILITY,
  )
  return protocols
    .filter(({ category }) => category === 'Derivatives')
    .flatMap((protocol) => {
      const order = (symbol: string) =>
        ['BTC', 'ETH'].includes(symbol) ? 1 : demoChance('perp', protocol.id, symbol)
      const traded = highest(assets, MARKETS_PER_PROTOCOL, ({ symbol }) => order(symbol))
      const { fromSec, toSec } = lifeOf(protocol, firstDaySec)
      return traded.map(({ coin, symbol, priceUsd, volatility }, rank) => {
        const openUsd = (protocol.sizeUsd * 0.3) / (rank + 2)
        const names = [protocol.name, `${symbol}-PERP`, symbol, at(protocol.chains, 0)]
        return [...names, coin, priceUsd, volatility, openUsd, fromSec, toSec]
      })
    })
}

const TOKEN_COLUMNS = sql`coin String, name String, symbol String, type String, growth Float64, fee Float64, pool String, fromSec UInt32`

/** Rates of staking tokens: some grow against ETH, others in number; all trade a little below. */
export async function writeStakingRates({ stage, range, market }: DemoTarget): Promise<void> {
  const rows = market.protocols
    .filter(({ category, deadDay }) => category === 'Liquid Staking' && deadDay === null)
    .map((protocol) => {
      const chain = at(protocol.chains, 0)
      const type = demoChance('rebase', protocol.id) < 0.3 ? 'rebase' : 'accruing'
      return [
        `${chain}:${demoAddress('staking token', protocol.id)}`,
        protocol.name,
        stakingSymbol(protocol),
        type,
        0.02 + 0.03 * demoChance('staking', protocol.id),
        type === 'rebase' ? 0.1 : 0.05,
        poolIdOf(poolKeyOf(protocol, chain, 0)),
        lifeOf(protocol, range.firstDaySec).fromSec,
      ]
    })
  await stage.insertSelect(
    stakingRates,
    sql`SELECT coin, atSec, name, symbol, type, if(type = 'rebase', 1, exp(growth * (atSec - ${range.firstDaySec} + ${400 * DAY_SEC}) / ${365 * DAY_SEC})) AS expectedRate,
       expectedRate * (0.9985 + 0.0015 * sin(6.2832 * atSec / ${19 * DAY_SEC} + (cityHash64(coin) % 628) / 100)) AS marketRate, fee, pool
     FROM ${rowsSql(TOKEN_COLUMNS, rows)} AS token
     CROSS JOIN (${timestampsSql(range, HOUR_SEC, DAY_SEC)}) AS timestamp WHERE atSec >= fromSec`,
  )
}
