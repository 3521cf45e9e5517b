import { hash } from 'node:crypto'
import { perpSamples, stakingRates } from '../../domains/yields/facts.ts'
import { poolIdSql } from '../../domains/yields/pool-id.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { Stage } from '../../runs/stage.ts'
import type { DemoRange } from '../demo-world.ts'
import { type DemoCoin, type DemoProtocol, demoChance } from '../market/market.ts'
import { demoPriceSql } from '../market/price-sql.ts'
import { demoMoments } from '../market/wave-sql.ts'
import { demoPoolKey, stakingSymbol } from './pools.ts'

const FUNDING_SEC = 8 * HOUR_SEC
const PERP_DAYS = 31
const MARKETS_EACH = 9
const LEAST_VOLATILITY = 0.4
const END_OF_TIME_SEC = 4_102_444_800

interface Cast {
  protocols: readonly DemoProtocol[]
  coins: readonly DemoCoin[]
}

/**
 * Perpetual markets: every derivatives protocol runs some, with funding every eight hours and the
 * prices of the demo world.
 */
export async function generatePerps(
  stage: Stage,
  range: DemoRange,
  { protocols, coins }: Cast,
): Promise<void> {
  const recent = { ...range, fromSec: Math.max(range.fromSec, range.toSec - PERP_DAYS * DAY_SEC) }
  const hourly = { ...range, fromSec: Math.max(range.fromSec, range.toSec - DAY_SEC) }
  const moments = `${demoMoments(recent, FUNDING_SEC, PERP_DAYS * DAY_SEC)} UNION DISTINCT ${demoMoments(hourly, HOUR_SEC, DAY_SEC)}`
  const rate = (atSec: string) =>
    `0.0001 * (0.7 + 1.3 * sin(6.2832 * (${atSec}) / ${13 * DAY_SEC} + phase))`
  const settled = `intDiv(atSec, ${FUNDING_SEC}) * ${FUNDING_SEC}`
  await stage.insertSelect(
    perpSamples,
    `SELECT ${poolIdSql("concat(marketplace, ' ', market)")} AS pool, atSec, marketplace, market, baseAsset, chain, ${rate(`${settled} + ${FUNDING_SEC}`)} AS fundingRate,
       ${rate(settled)} AS fundingRatePrevious, toInt64(${settled}) AS fundingTimePreviousSec, toInt64(${settled} + ${FUNDING_SEC}) AS nextFundingSec,
       openUsd * (1 + 0.3 * sin(6.2832 * atSec / ${17 * DAY_SEC} + phase)) AS openInterestUsd, ${demoPriceSql('coin', 'base', 'volatility')} AS indexPrice,
       indexPrice * (1 + 0.0004 * sin(6.2832 * atSec / ${DAY_SEC} + phase)) AS markPrice
     FROM (SELECT *, (cityHash64(marketplace, market) % 628) / 100 AS phase
       FROM values('marketplace String, market String, baseAsset String, chain String, coin String, base Float64, volatility Float64, openUsd Float64, fromSec UInt32, toSec UInt32', ${perpRows(protocols, coins, range.firstDaySec)})) AS market
     CROSS JOIN (${moments}) AS moment WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

function perpRows(
  protocols: readonly DemoProtocol[],
  coins: readonly DemoCoin[],
  firstDaySec: number,
): string {
  const assets = coins.filter(
    ({ coin, redirect, volatility }) =>
      coin.startsWith('aggregator:') && redirect === null && volatility >= LEAST_VOLATILITY,
  )
  const rows = protocols
    .filter(({ category }) => category === 'Derivatives')
    .flatMap((protocol) => {
      const order = (symbol: string) =>
        ['BTC', 'ETH'].includes(symbol) ? 1 : demoChance('perp', protocol.id, symbol)
      const traded = [...assets]
        .sort((a, b) => order(b.symbol) - order(a.symbol))
        .slice(0, MARKETS_EACH)
      const toSec =
        protocol.deadDay === null ? END_OF_TIME_SEC : firstDaySec + protocol.deadDay * DAY_SEC
      return traded.map(({ coin, symbol, priceUsd, volatility }, rank) => {
        const openUsd = (protocol.sizeUsd * 0.3) / (rank + 2)
        const texts = [protocol.name, `${symbol}-PERP`, symbol, protocol.chains[0] ?? '', coin].map(
          (text) => `'${text}'`,
        )
        return `(${[...texts, priceUsd, volatility, openUsd, firstDaySec + protocol.startDay * DAY_SEC, toSec].join(', ')})`
      })
    })
  return rows.join(', ')
}

/**
 * Rates of the tokens that staking protocols issue: some grow against ETH, others grow in number;
 * all trade a little below.
 */
export async function generateStakingRates(
  stage: Stage,
  range: DemoRange,
  { protocols }: Cast,
): Promise<void> {
  const rows = protocols
    .filter(({ category, deadDay }) => category === 'Liquid Staking' && deadDay === null)
    .map((protocol) => {
      const chain = protocol.chains[0] ?? ''
      const address = `0x${hash('sha256', `staking token ${protocol.id}`).slice(0, 40)}`
      const growth = 0.02 + 0.03 * demoChance('staking', protocol.id)
      const type = demoChance('rebase', protocol.id) < 0.3 ? 'rebase' : 'accruing'
      const fromSec = range.firstDaySec + protocol.startDay * DAY_SEC
      return `('${chain}:${address}', '${protocol.name}', '${stakingSymbol(protocol)}', '${type}', ${growth}, ${type === 'rebase' ? 0.1 : 0.05}, '${demoPoolKey(protocol, chain, 0)}', ${fromSec})`
    })
  await stage.insertSelect(
    stakingRates,
    `SELECT coin, atSec, name, symbol, type, if(type = 'rebase', 1, exp(growth * (atSec - ${range.firstDaySec} + ${400 * DAY_SEC}) / ${365 * DAY_SEC})) AS expectedRate,
       expectedRate * (0.9985 + 0.0015 * sin(6.2832 * atSec / ${19 * DAY_SEC} + (cityHash64(coin) % 628) / 100)) AS marketRate, fee, ${poolIdSql('poolKey')} AS pool
     FROM values('coin String, name String, symbol String, type String, growth Float64, fee Float64, poolKey String, fromSec UInt32', ${rows.join(', ')}) AS token
     CROSS JOIN (${demoMoments(range, HOUR_SEC, DAY_SEC)}) AS moment WHERE atSec >= fromSec`,
  )
}
