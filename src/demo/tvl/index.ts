import { chainAssets, PLAIN, tvlRecords, tvlTokens } from '../../domains/tvl/facts.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { literal, type Sql, sql } from '../../lib/sql.ts'
import { holdId, qualityHolds } from '../../live/guards/holds/facts.ts'
import type { ReadyRows } from '../../runs/run.ts'
import { endsStep, timestampArraySql, timestampsSql } from '../demo-range.ts'
import type { CorrectionTarget, DemoPart, DemoTarget } from '../demo-world.ts'
import type { DemoMarket } from '../market/market.ts'
import { growthSql, priceSql } from '../market/market-sql.ts'
import { usdByChain } from '../market/protocols.ts'
import { inOrder, rowsSql, withTable } from '../rows.ts'
import { listPositions, POSITION_COLUMNS } from './positions.ts'

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

// A multiple of what is in protocols: even at the lowest prices it exceeds the stablecoins of any
// chain.
const TIMES_IN_PROTOCOLS = 8
const HELD = [
  { coin: 'aggregator:bitcoin', share: 0.6 },
  { coin: 'aggregator:ethereum', share: 0.4 },
]

/** SQL of the large coins in wallets of each chain over some times; their number is constant. */
export function walletsSql(market: DemoMarket, times: Sql): Sql {
  // Supplies of stablecoins follow the same sizes.
  const sizes = [...usdByChain(market.protocols)]
  const rows = HELD.flatMap(({ coin, share }) => {
    const known = market.coinById.get(coin)
    if (known === undefined) throw new Error(`The demo market has no ${coin}.`)
    return sizes.map(([chain, usd]) => [
      chain,
      known.symbol,
      coin,
      usd * TIMES_IN_PROTOCOLS * share,
      known.volatility,
    ])
  })
  return sql`SELECT chain, ${literal(PLAIN)} AS section, symbol, ${times} AS times, arrayMap(atSec -> ${priceSql(sql`coin`, sql`usd`, sql`volatility`)}, times) AS worth
    FROM ${rowsSql(sql`chain String, symbol String, coin String, usd Float64, volatility Float64`, rows)}`
}

const NAME = 'Harbor Swap'
const FACTOR = 3
// An hour whose record has no tokens beside it: those would have to be held too.
const BEFORE_END_SEC = 3 * DAY_SEC - 15 * HOUR_SEC

interface RecordRow {
  chain: string
  section: string
  tvlUsd: number
}

/** A second reading three times the first: held, as the guards would, and the first is served. */
export async function holdSpike({
  range,
  market,
  snapshot,
}: CorrectionTarget): Promise<ReadyRows['rows']> {
  const protocol = market.protocols.find(({ name }) => name === NAME)?.id
  if (protocol === undefined) throw new Error(`The demo world has no ${NAME}.`)
  const atSec = dayStart(range.toSec) - BEFORE_END_SEC
  const served = await snapshot.query<RecordRow>(
    sql`SELECT chain, section, tvlUsd FROM ${snapshot.current(
      tvlRecords,
      sql`protocol = {protocol:String} AND atSec = {atSec:UInt32}`,
    )}`,
    { protocol, atSec },
  )
  const servedValue = served.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)
  const series = { protocol }
  const hold = {
    fact: tvlRecords.name,
    series: JSON.stringify(series),
    atSec,
    id: holdId(JSON.stringify([tvlRecords.name, series, atSec])),
    state: 'held',
    guard: 'spike',
    reason: `tvlUsd is ×${FACTOR} of the reading before; the limit is ×2.`,
    release: 'agreement',
    value: FACTOR * servedValue,
    servedValue,
    figures: '{}',
    decidedBy: null,
    decisionReason: null,
    heldRun: null,
  }
  const rows = served.map((row) => ({
    ...row,
    protocol,
    atSec,
    tvlUsd: FACTOR * row.tvlUsd,
    quality: 'held',
  }))
  return [
    { fact: qualityHolds, rows: [hold] },
    { fact: tvlRecords, rows },
  ]
}
