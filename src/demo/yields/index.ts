import { PLAIN } from '../../domains/tvl/public.ts'
import {
  lendingSamples,
  perpSamples,
  stakingRates,
  yieldPools,
  yieldSamples,
} from '../../domains/yields/facts.ts'
import { poolIdOf, poolIdSql } from '../../domains/yields/pool-id.ts'
import { at } from '../../lib/at.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import {
  type DemoRange,
  endsStep,
  lastPart,
  timestampArraySql,
  timestampsSql,
} from '../demo-range.ts'
import type { DemoPart, DemoTarget } from '../demo-world.ts'
import { demoAddress, demoChance, highest } from '../market/chance.ts'
import type { DemoMarket } from '../market/market.ts'
import { growthSql, priceSql } from '../market/market-sql.ts'
import { lifeOf } from '../market/protocols.ts'
import { inOrder, rowsSql, withTable } from '../rows.ts'
import { listPositions, POSITION_COLUMNS } from '../tvl/positions.ts'
import { listPools, POOL_COLUMNS, poolKeyOf, stakingSymbol, withPools } from './pools.ts'

const SIX_HOURS_SEC = 6 * HOUR_SEC
// A yield is compared with one of 30 days ago, within three hours of the same time of the day.
const SIX_HOURLY_DAYS = 31
const LENDING_DAYS = 180

/** Pools, lending and perpetual markets and staking tokens; pools are shares of what is held. */
export const yieldsDemo: DemoPart = {
  name: 'yields',
  write: async (target) => {
    if (!endsStep(target.range, HOUR_SEC)) return
    await writePools(target)
    await writePerps(target)
    await writeStakingRates(target)
  },
}

async function writePools(target: DemoTarget): Promise<void> {
  const { isFirst, range, market } = target
  const protocols = withPools(market.protocols)
  const pools = inOrder(listPools(market, protocols, range.firstDaySec), ({ pool }) => [pool])
  // The holdings behind the TVL of the demo world: pools are shares of them.
  const held = listPositions(market, protocols, range.firstDaySec).filter(
    ({ section }) => section === PLAIN,
  )
  await withTable(target, { name: 'pools', columns: POOL_COLUMNS }, pools, (poolTable) =>
    withTable(target, { name: 'held', columns: POSITION_COLUMNS }, held, async (heldTable) => {
      if (isFirst) await describePools(target, poolTable)
      await writeSamples(target, poolTable, heldTable)
      await writeLending(target, poolTable, heldTable)
    }),
  )
}

async function describePools({ stage }: DemoTarget, pools: Sql): Promise<void> {
  await stage.insertSelect(
    yieldPools,
    sql`SELECT pool, project, chain, symbol, poolMeta, 'https://example.org' AS url, underlyingTokens, rewardTokens, NULL AS exposure, poolKey AS poolOld FROM ${pools}`,
  )
}

async function writeSamples({ stage, range }: DemoTarget, pools: Sql, held: Sql): Promise<void> {
  const lists = poolListsSql(pools, held, timesSql(range))
  await stage.insertSelect(
    yieldSamples,
    sql`SELECT pool, atSec, tvlUsd, if(kind = 'options', base, base + reward) AS apyPct, base AS apyBasePct, if(apyReward = 0, NULL, reward) AS apyRewardPct,
       if(isVolatilePair, -0.4 * abs(sin(6.2832 * atSec / ${9 * DAY_SEC} + phase)), NULL) AS il7dPct, if(feePct = 0, NULL, 0.97 * base) AS apyBase7dPct,
       NULL AS apyBaseInceptionPct, if(feePct = 0, NULL, tvlUsd * base / (365 * feePct)) AS volume1dUsd, 6.8 * volume1dUsd AS volume7dUsd,
       if(isVault, exp((atSec - ${range.firstDaySec}) / ${DAY_SEC} * apyBase / 36500), NULL) AS pricePerShare, nullIf(kind, '') AS kind
     FROM (${lists}) ARRAY JOIN times AS atSec, worths AS tvlUsd, bases AS base, rewards AS reward WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

async function writeLending({ stage, range }: DemoTarget, pools: Sql, held: Sql): Promise<void> {
  const recent = lastPart(range, LENDING_DAYS * DAY_SEC)
  const markets = sql`(SELECT * FROM ${pools} WHERE kind = 'lending')`
  const lists = poolListsSql(markets, held, timesSql(recent))
  await stage.insertSelect(
    lendingSamples,
    sql`SELECT pool, atSec, tvlUsd + totalBorrowUsd AS totalSupplyUsd, tvlUsd * borrowed AS totalBorrowUsd, NULL AS debtCeilingUsd,
       0.5 + base * (1 + borrowed) / (0.9 * borrowed) AS apyBaseBorrowPct, NULL AS apyRewardBorrowPct, ltv, borrowable, nullIf(mintedCoin, '') AS mintedCoin,
       NULL AS borrowFactor
     FROM (${lists}) ARRAY JOIN times AS atSec, worths AS tvlUsd, bases AS base WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

/** SQL of timestamps: midnights, every six hours of the last month, every hour of the last day. */
function timesSql(range: DemoRange): Sql {
  const sixHourly = timestampsSql(range, SIX_HOURS_SEC, SIX_HOURLY_DAYS * DAY_SEC)
  const hourly = timestampsSql(lastPart(range, DAY_SEC), HOUR_SEC, DAY_SEC)
  return timestampArraySql(sql`${sixHourly} UNION DISTINCT ${hourly}`)
}

/** SQL of all pools as arrays: a pool's waves are computed once, its place's for all pools. */
function poolListsSql(pools: Sql, held: Sql, times: Sql): Sql {
  const wave = (days: number, size: number, shift: number) =>
    sql`${size} * sin(6.2832 * atSec / ${days * DAY_SEC} + ${shift} * phase)`
  // Options win and lose; what others pay moves around their base.
  const base = sql`if(kind = 'options', apyBase * (0.3 + ${wave(21, 1, 1)}), apyBase * exp(${wave(47, 0.3, 1)} + ${wave(5, 0.08, 2)}))`
  return sql`SELECT listed.*, (cityHash64(poolKey) % 628) / 100 AS phase, ${times} AS times,
      arrayMap((worth, atSec) -> share * worth * (0.95 + ${wave(11, 0.05, 3)}), place.worths, times) AS worths,
      arrayMap(atSec -> ${base}, times) AS bases, arrayMap(atSec -> apyReward * (0.8 + ${wave(61, 0.2, 1)}), times) AS rewards
    FROM ${pools} AS listed JOIN (${worthSql(held, times)}) AS place USING (protocol, chain)`
}

/** SQL of what each protocol holds on each chain, as an array `worths` over some timestamps. */
function worthSql(held: Sql, times: Sql): Sql {
  return sql`SELECT protocol, chain, arrayMap((worth, grown) -> worth * grown, any(held), arrayMap(atSec -> ${growthSql(sql`protocol`, sql`chain`)}, ${times})) AS worths FROM (
      SELECT protocol, chain, sumForEach(arrayMap(price -> amount * price, prices)) AS held FROM ${held} AS holding
      JOIN (SELECT priced, arrayMap(atSec -> ${priceSql(sql`priced`, sql`base`, sql`volatility`)}, ${times}) AS prices
        FROM (SELECT DISTINCT priced, base, volatility FROM ${held})) AS market USING (priced)
      GROUP BY protocol, chain
    ) GROUP BY protocol, chain`
}

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
