import { chainAssets, PLAIN, tvlRecords, tvlTokens } from '../../domains/tvl/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { literal, type Sql, sql } from '../../lib/sql.ts'
import { endsStep, timestampArraySql, timestampsSql } from '../demo-range.ts'
import type { DemoPart, DemoTarget } from '../demo-world.ts'
import { growthSql, priceSql } from '../market/market-sql.ts'
import { inOrder, withTable } from '../rows.ts'
import { listPositions, POSITION_COLUMNS } from './positions.ts'
import { holdSpike } from './spike.ts'
import { walletsSql } from './wallets.ts'

const HOURLY_DAYS = 15
const GROWTH = growthSql(sql`protocol`, sql`chain`)
const BUCKET_SQL = sql`multiIf(section = 'staking', 'ownTokens', chain = 'ethereum' OR cityHash64(symbol) % 3 = 0, 'native', cityHash64(chain, symbol) % 2 = 0, 'canonical', 'thirdParty')`

/** TVL of the demo world: amounts × the demo prices, so that TVL, tokens and prices agree. */
export const tvlDemo: DemoPart = {
  name: 'TVL',
  write: async (target) => {
    const { range, market } = target
    if (!endsStep(range, HOUR_SEC)) return
    const positions = inOrder(
      listPositions(market, market.protocols, range.firstDaySec),
      ({ protocol, chain, section, token }) => [protocol, chain, section, token],
    )
    const shape = { name: 'positions', columns: POSITION_COLUMNS }
    await withTable(target, shape, positions, async (table) => {
      await writeRecords(target, table)
      await writeTokens(target, table)
      await writeChainAssets(target, table)
    })
  },
  correct: holdSpike,
}

/** Writes the value of positions as TVL records. */
export async function writeRecords(
  { stage, range }: DemoTarget,
  table: Sql,
  growth: Sql = GROWTH,
): Promise<void> {
  const timestamps = timestampsSql(range, HOUR_SEC, HOURLY_DAYS * DAY_SEC)
  await stage.insertSelect(
    tvlRecords,
    sql`SELECT protocol, chain, section, atSec, tvlUsd FROM (
       SELECT protocol, chain, section, any(times) AS timestamps, sumForEach(worth) AS sums, any(fromSec) AS start, any(toSec) AS stop
       FROM (${holdingsSql(table, timestamps, growth)}) GROUP BY protocol, chain, section
     ) ARRAY JOIN timestamps AS atSec, sums AS tvlUsd WHERE atSec >= start AND atSec < stop`,
  )
}

async function writeTokens({ stage, range }: DemoTarget, table: Sql): Promise<void> {
  const isStep = range.toSec - range.fromSec <= DAY_SEC
  const timestamps = timestampsSql(range, HOUR_SEC, isStep ? DAY_SEC : 2 * DAY_SEC)
  await stage.insertSelect(
    tvlTokens,
    sql`SELECT protocol, chain, section, token, atSec, symbol, amount, valueUsd FROM (${holdingsSql(table, timestamps)})
     ARRAY JOIN times AS atSec, held AS amount, worth AS valueUsd WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

async function writeChainAssets({ stage, range, market }: DemoTarget, table: Sql): Promise<void> {
  const timestamps = timestampsSql(range, HOUR_SEC, DAY_SEC)
  const inProtocols = sql`SELECT chain, section, symbol, times, arrayMap((at, usd) -> if(at >= fromSec AND at < toSec, usd, 0), times, worth) AS worth
    FROM (${holdingsSql(table, timestamps)}) WHERE section IN (${literal(PLAIN)}, 'staking')`
  await stage.insertSelect(
    chainAssets,
    sql`SELECT chain, bucket, symbol, atSec, valueUsd FROM (
       SELECT chain, ${BUCKET_SQL} AS bucket, symbol, any(times) AS timestamps, sumForEach(worth) AS sums
       FROM (${inProtocols} UNION ALL ${walletsSql(market, timestampArraySql(timestamps))}) GROUP BY chain, bucket, symbol
     ) ARRAY JOIN timestamps AS atSec, sums AS valueUsd WHERE valueUsd > 0`,
  )
}

/**
 * SQL of all positions as arrays of amounts and values; `growth` is how those of a place grow. A
 * wave is computed once for each coin and each place, not for every position.
 */
export function holdingsSql(table: Sql, timestamps: Sql, growth: Sql = GROWTH): Sql {
  const times = timestampArraySql(timestamps)
  return sql`SELECT protocol, chain, section, token, symbol, fromSec, toSec, ${times} AS times,
      arrayMap(grown -> position.amount * grown, growths) AS held, arrayMap((units, price) -> units * price, held, prices) AS worth
    FROM ${table} AS position
    JOIN (SELECT protocol, chain, arrayMap(atSec -> ${growth}, ${times}) AS growths FROM (SELECT DISTINCT protocol, chain FROM ${table})) AS place
      USING (protocol, chain)
    JOIN (SELECT priced, arrayMap(atSec -> ${priceSql(sql`priced`, sql`base`, sql`volatility`)}, ${times}) AS prices
      FROM (SELECT DISTINCT priced, base, volatility FROM ${table})) AS market USING (priced)`
}
