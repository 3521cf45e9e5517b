import { chainAssets, PLAIN, tvlRecords, tvlTokens } from '../domains/tvl/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import type { Stage } from '../runs/stage.ts'
import { DATABASE } from '../store/tables.ts'
import { demoPriceSql } from './coins-price.ts'
import type { DemoPart, DemoRange } from './demo-world.ts'
import {
  type DemoCoin,
  type DemoProtocol,
  demoCast,
  demoChance,
  demoPlaces,
} from './registry-cast.ts'
import { demoGrowthSql, demoMoments } from './sql.ts'
import { walletsSql } from './tvl-wallets.ts'

/** One holding of a demo protocol; its amount is a function of time. */
interface Position {
  protocol: string
  chain: string
  section: string
  token: string
  symbol: string
  priced: string
  base: number
  volatility: number
  amount: number
  fromSec: number
  toSec: number
}

const HOURLY_DAYS = 15
const END_OF_TIME_SEC = 4_102_444_800

/**
 * Value locked in the demo world: amounts × the demo prices, so that TVL, tokens and prices agree.
 */
export const tvlDemo: DemoPart = {
  generate: async (stage, range, engine) => {
    // Value locked is measured by the hour: a stretch within one hour adds nothing, and must not
    // make the figures look newer.
    if (Math.floor(range.toSec / HOUR_SEC) === Math.floor(range.fromSec / HOUR_SEC)) return
    const table = `${DATABASE}.stage_demo_positions_${stage.run}`
    await engine.command(
      `CREATE OR REPLACE TABLE ${table} (protocol String, chain LowCardinality(String), section LowCardinality(String), token String, symbol LowCardinality(String), priced String,
       base Float64, volatility Float64, amount Float64, fromSec UInt32, toSec UInt32) ENGINE = Memory`,
    )
    try {
      await engine.insert(table, makePositions(range.firstDaySec).sort(byKey))
      await generateRecords(stage, range, table)
    } finally {
      await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`)
    }
  },
}

function byKey(a: Position, b: Position): number {
  const key = ({ protocol, chain, section, token }: Position) =>
    `${protocol} ${chain} ${section} ${token}`
  return key(a) < key(b) ? -1 : 1
}

async function generateRecords(stage: Stage, range: DemoRange, table: string): Promise<void> {
  const isStep = range.toSec - range.fromSec <= DAY_SEC
  const records = holdingsSql(table, demoMoments(range, HOUR_SEC, HOURLY_DAYS * DAY_SEC))
  await stage.insertSelect(
    tvlRecords,
    `SELECT protocol, chain, section, atSec, tvlUsd FROM (
       SELECT protocol, chain, section, any(times) AS moments, sumForEach(worth) AS sums, any(fromSec) AS start, any(toSec) AS stop
       FROM (${records}) GROUP BY protocol, chain, section
     ) ARRAY JOIN moments AS atSec, sums AS tvlUsd WHERE atSec >= start AND atSec < stop`,
  )
  const tokens = holdingsSql(table, demoMoments(range, HOUR_SEC, isStep ? DAY_SEC : 2 * DAY_SEC))
  await stage.insertSelect(
    tvlTokens,
    `SELECT protocol, chain, section, token, atSec, symbol, amount, valueUsd FROM (${tokens})
     ARRAY JOIN times AS atSec, held AS amount, worth AS valueUsd WHERE atSec >= fromSec AND atSec < toSec`,
  )
  const bucket =
    "multiIf(section = 'staking', 'ownTokens', chain = 'ethereum' OR cityHash64(symbol) % 3 = 0, 'native', cityHash64(chain, symbol) % 2 = 0, 'canonical', 'thirdParty')"
  const moments = demoMoments(range, HOUR_SEC, DAY_SEC)
  const inProtocols = `SELECT chain, section, symbol, times, arrayMap((at, usd) -> if(at >= fromSec AND at < toSec, usd, 0), times, worth) AS worth
    FROM (${holdingsSql(table, moments)}) WHERE section IN ('${PLAIN}', 'staking')`
  await stage.insertSelect(
    chainAssets,
    `SELECT chain, bucket, symbol, atSec, valueUsd FROM (
       SELECT chain, ${bucket} AS bucket, symbol, any(times) AS moments, sumForEach(worth) AS sums
       FROM (${inProtocols} UNION ALL ${walletsSql(timesSql(moments))}) GROUP BY chain, bucket, symbol
     ) ARRAY JOIN moments AS atSec, sums AS valueUsd WHERE valueUsd > 0`,
  )
}

/** SQL of moments as a sorted array. */
function timesSql(moments: string): string {
  return `(SELECT arraySort(groupArray(atSec)) FROM (${moments}))`
}

/**
 * SQL of all positions over some moments, each as arrays of amounts and values. A wave is worked
 * out once for each coin and once for each protocol and chain, not for every position: that is most
 * of the work.
 */
function holdingsSql(table: string, moments: string): string {
  const times = timesSql(moments)
  return `SELECT protocol, chain, section, token, symbol, fromSec, toSec, ${times} AS times,
      arrayMap(grown -> position.amount * grown, growths) AS held, arrayMap((units, price) -> units * price, held, prices) AS worth
    FROM ${table} AS position
    JOIN (SELECT protocol, chain, arrayMap(atSec -> ${demoGrowthSql('protocol', 'chain')}, ${times}) AS growths FROM (SELECT DISTINCT protocol, chain FROM ${table})) AS place
      USING (protocol, chain)
    JOIN (SELECT priced, arrayMap(atSec -> ${demoPriceSql('priced', 'base', 'volatility')}, ${times}) AS prices
      FROM (SELECT DISTINCT priced, base, volatility FROM ${table})) AS market USING (priced)`
}

function makePositions(firstDaySec: number): Position[] {
  const cast = demoCast()
  const byCoin = new Map(cast.coins.map((coin) => [coin.coin, coin]))
  const onChain = new Map(
    cast.coins.map((coin) => [`${coin.coin.split(':')[0]} ${coin.symbol}`, coin]),
  )
  return cast.protocols.flatMap((protocol) => {
    const fromSec = firstDaySec + protocol.startDay * DAY_SEC
    const toSec =
      protocol.deadDay === null ? END_OF_TIME_SEC : firstDaySec + protocol.deadDay * DAY_SEC
    const make = (chain: string, section: string, token: DemoCoin, usd: number): Position => {
      const priced = token.redirect === null ? token : (byCoin.get(token.redirect) ?? token)
      return {
        protocol: protocol.id,
        chain,
        section,
        token: token.coin,
        symbol: token.symbol,
        priced: priced.coin,
        base: priced.priceUsd,
        volatility: priced.volatility,
        amount: usd / priced.priceUsd,
        fromSec,
        toSec,
      }
    }
    return positionsOf(
      protocol,
      (chain, symbol) => onChain.get(`${chain} ${symbol}`),
      byCoin.get(protocol.tokenCoin),
      make,
    )
  })
}

function positionsOf(
  protocol: DemoProtocol,
  find: (chain: string, symbol: string) => DemoCoin | undefined,
  own: DemoCoin | undefined,
  make: (chain: string, section: string, token: DemoCoin, usd: number) => Position,
): Position[] {
  return demoPlaces(protocol).flatMap(({ chain, usd }, rank) => {
    const held = protocol.tokens.flatMap(
      (symbol) => find(chain, symbol) ?? find(chain, 'WETH') ?? [],
    )
    // A coin that stands in for two that the chain lacks is one holding.
    const shares = new Map<DemoCoin, number>()
    for (const token of held) {
      const share = 0.4 + demoChance('share', protocol.id, chain, token.symbol)
      shares.set(token, (shares.get(token) ?? 0) + share)
    }
    const shareSum = [...shares.values()].reduce((sum, share) => sum + share, 0)
    const basket = (section: string, part: number) =>
      [...shares].map(([token, share]) =>
        make(chain, section, token, (usd * part * share) / shareSum),
      )
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
}
