import { lendingSamples, yieldPools, yieldSamples } from '../../domains/yields/facts.ts'
import { poolIdSql } from '../../domains/yields/pool-id.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { Stage } from '../../runs/stage.ts'
import type { Engine } from '../../store/engine.ts'
import { DATABASE } from '../../store/tables.ts'
import type { DemoPart, DemoRange } from '../demo-world.ts'
import { demoCast } from '../market/market.ts'
import { demoMoments } from '../market/wave-sql.ts'
import { demoHoldings, demoPlacesSql, HOLDING_COLUMNS } from './holdings.ts'
import { generatePerps, generateStakingRates } from './perps-and-staking.ts'
import { demoPools, POOL_COLUMNS, withPools } from './pools.ts'

const SIX_HOURS_SEC = 6 * HOUR_SEC
// A yield is compared with one of 30 days ago, within three hours of the same time of the day.
const SIX_HOURLY_DAYS = 31
const LENDING_DAYS = 180

/**
 * Pools, lending markets, perpetual markets and staking tokens of the demo world. Pools are shares
 * of what their protocols hold.
 */
export const yieldsDemo: DemoPart = {
  generate: async (stage, range, engine) => {
    // Everything here is measured by the hour: a stretch within one hour adds nothing.
    if (Math.floor(range.toSec / HOUR_SEC) === Math.floor(range.fromSec / HOUR_SEC)) return
    const cast = demoCast()
    const protocols = withPools(cast.protocols)
    const pools = await fillTable(
      engine,
      stage,
      'pools',
      `${POOL_COLUMNS}, pool String DEFAULT ${poolIdSql('poolKey')}`,
      demoPools(protocols, cast.coins, range.firstDaySec),
    )
    const holdings = await fillTable(
      engine,
      stage,
      'holdings',
      HOLDING_COLUMNS,
      demoHoldings(protocols, cast.coins),
    )
    try {
      if (range.fromSec < range.firstDaySec) await describePools(stage, pools)
      await generatePools(stage, range, pools, holdings)
    } finally {
      for (const table of [pools, holdings])
        await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`)
    }
    await generatePerps(stage, range, cast)
    await generateStakingRates(stage, range, cast)
  },
}

/** A small table of its own for this run. */
async function fillTable(
  engine: Engine,
  stage: Stage,
  name: string,
  columns: string,
  rows: readonly object[],
): Promise<string> {
  const table = `${DATABASE}.stage_demo_yield_${name}_${stage.run}`
  await engine.command(`CREATE OR REPLACE TABLE ${table} (${columns}) ENGINE = Memory`)
  await engine.insert(table, rows)
  return table
}

async function describePools(stage: Stage, pools: string): Promise<void> {
  await stage.insertSelect(
    yieldPools,
    `SELECT pool, project, chain, symbol, poolMeta, 'https://example.org' AS url, underlyingTokens, rewardTokens, NULL AS exposure, poolKey AS poolOld FROM ${pools}`,
  )
}

async function generatePools(
  stage: Stage,
  range: DemoRange,
  pools: string,
  holdings: string,
): Promise<void> {
  const lists = poolListsSql(pools, holdings, momentsSql(range))
  await stage.insertSelect(
    yieldSamples,
    `SELECT pool, atSec, tvlUsd, if(kind = 'options', base, base + reward) AS apyPct, base AS apyBasePct, if(apyReward = 0, NULL, reward) AS apyRewardPct,
       if(isVolatilePair, -0.4 * abs(sin(6.2832 * atSec / ${9 * DAY_SEC} + phase)), NULL) AS il7dPct, if(feePct = 0, NULL, 0.97 * base) AS apyBase7dPct,
       NULL AS apyBaseInceptionPct, if(feePct = 0, NULL, tvlUsd * base / (365 * feePct)) AS volume1dUsd, 6.8 * volume1dUsd AS volume7dUsd,
       if(isVault, exp((atSec - ${range.firstDaySec}) / ${DAY_SEC} * apyBase / 36500), NULL) AS pricePerShare, nullIf(kind, '') AS kind
     FROM (${lists}) ARRAY JOIN times AS atSec, worths AS tvlUsd, bases AS base, rewards AS reward WHERE atSec >= fromSec AND atSec < toSec`,
  )
  const recent = {
    ...range,
    fromSec: Math.max(range.fromSec, range.toSec - LENDING_DAYS * DAY_SEC),
  }
  const markets = poolListsSql(
    `(SELECT * FROM ${pools} WHERE kind = 'lending')`,
    holdings,
    momentsSql(recent),
  )
  await stage.insertSelect(
    lendingSamples,
    `SELECT pool, atSec, tvlUsd + totalBorrowUsd AS totalSupplyUsd, tvlUsd * borrowed AS totalBorrowUsd, NULL AS debtCeilingUsd,
       0.5 + base * (1 + borrowed) / (0.9 * borrowed) AS apyBaseBorrowPct, NULL AS apyRewardBorrowPct, ltv, borrowable, nullIf(mintedCoin, '') AS mintedCoin,
       NULL AS borrowFactor
     FROM (${markets}) ARRAY JOIN times AS atSec, worths AS tvlUsd, bases AS base WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

/**
 * SQL of the moments of a stretch: midnights, every six hours of the last month, every hour of the
 * last day.
 */
function momentsSql(range: DemoRange): string {
  const hourly = { ...range, fromSec: Math.max(range.fromSec, range.toSec - DAY_SEC) }
  const moments = `${demoMoments(range, SIX_HOURS_SEC, SIX_HOURLY_DAYS * DAY_SEC)} UNION DISTINCT ${demoMoments(hourly, HOUR_SEC, DAY_SEC)}`
  return `(SELECT arraySort(groupArray(atSec)) FROM (${moments}))`
}

/**
 * SQL of all pools over some moments, each as lists: the waves of a pool are worked out once, and
 * those of its place once for all its pools.
 */
function poolListsSql(pools: string, holdings: string, times: string): string {
  const wave = (days: number, size: number, shift: number) =>
    `${size} * sin(6.2832 * atSec / ${days * DAY_SEC} + ${shift} * phase)`
  // Options win and lose; what others pay moves around their base.
  const base = `if(kind = 'options', apyBase * (0.3 + ${wave(21, 1, 1)}), apyBase * exp(${wave(47, 0.3, 1)} + ${wave(5, 0.08, 2)}))`
  return `SELECT listed.*, (cityHash64(poolKey) % 628) / 100 AS phase, ${times} AS times,
      arrayMap((worth, atSec) -> share * worth * (0.95 + ${wave(11, 0.05, 3)}), place.worths, times) AS worths,
      arrayMap(atSec -> ${base}, times) AS bases, arrayMap(atSec -> apyReward * (0.8 + ${wave(61, 0.2, 1)}), times) AS rewards
    FROM ${pools} AS listed JOIN (${demoPlacesSql(holdings, times)}) AS place USING (protocol, chain)`
}
