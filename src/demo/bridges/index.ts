import { bridges, bridgeTransfers } from '../../domains/bridges/facts.ts'
import { HOUR_SEC } from '../../lib/clock.ts'
import { joinSql, type Sql, sql } from '../../lib/sql.ts'
import type { DemoRange } from '../demo-range.ts'
import type { DemoPart } from '../demo-world.ts'
import { blockSql } from '../market/block-sql.ts'
import { priceSql } from '../market/price-sql.ts'
import { rowsSql, withTable } from '../rows.ts'
import { type DemoBridge, listBridges, listRoutes, ROUTES } from './bridge-list.ts'

const WALLETS = 40_000
const MAX_DURATION_SEC = 1_260
const ROUTE_COLUMNS = sql`bridge Int64, route UInt32, source LowCardinality(String), target LowCardinality(String), sourceToken LowCardinality(String),
  targetToken LowCardinality(String), decimals UInt8, priced String, base Float64, volatility Float64, sourceContract String, targetContract String,
  sourceBlockSec Float64, targetBlockSec Float64`

/**
 * Bridges of the demo world: what goes in on one chain comes out on another some minutes later, the
 * same amount of the same token.
 */
export const bridgesDemo: DemoPart = {
  name: 'bridges',
  write: async (target) => {
    const { stage, engine, isFirst, range, market } = target
    const listed = listBridges(market)
    if (isFirst)
      await stage.insertRows(
        bridges,
        listed.map(({ chains: _, periodSec: __, sizeUsd: ___, ...row }) => row),
      )
    const routes = { name: 'routes', columns: ROUTE_COLUMNS }
    await withTable(target, routes, listRoutes(market, listed), async (table) => {
      const select = transfersSql(table, range, listed)
      // A range without a crossing adds nothing, and must not make the figures look newer.
      const isShort = range.toSec - range.fromSec <= HOUR_SEC
      const [due] = isShort
        ? await engine.writerQuery<{ rows: number }>(sql`SELECT count() AS rows FROM (${select})`)
        : []
      if (due?.rows !== 0)
        await stage.insertSelect(bridgeTransfers, select, { threads: isShort ? 1 : 2 })
    })
  },
}

/**
 * SQL of both sides of the crossings of a range. A bridge has one crossing in each of its periods,
 * whose moment, route, wallet and size follow from the number of the period alone.
 */
function transfersSql(table: Sql, range: DemoRange, listed: readonly DemoBridge[]): Sql {
  const periods = rowsSql(
    sql`bridge Int64, periodSec UInt32, sizeUsd Float64`,
    listed.map(({ id, periodSec, sizeUsd }) => [id, periodSec, sizeUsd]),
  )
  const chance = (salt: number) => sql`(cityHash64(bridge, number, ${salt}) % 1000000 / 1000000)`
  const hex = (bytes: number, ...words: Sql[]) =>
    sql`concat('0x', lower(hex(substring(concat(sipHash128(${joinSql(words)}, 1), sipHash128(${joinSql(words)}, 2)), 1, ${bytes}))))`
  const firstSec = Math.max(0, range.fromSec - MAX_DURATION_SEC)
  const crossings = sql`SELECT bridge, sizeUsd, number, cityHash64(bridge, number) % ${ROUTES} AS route,
      toUInt32(number * periodSec + cityHash64(bridge, number, 1) % periodSec) AS depositSec,
      toUInt32(depositSec + 60 + cityHash64(bridge, number, 2) % ${MAX_DURATION_SEC - 60}) AS withdrawSec,
      ${hex(20, sql`toUInt32(floor(${WALLETS} * pow(${chance(3)}, 3)))`)} AS wallet,
      sizeUsd * exp(4 * (${chance(4)} + ${chance(5)} - 1)) AS wantedUsd, toUInt32(depositSec - depositSec % ${HOUR_SEC}) AS atSec
    FROM (
      SELECT *, arrayJoin(range(toUInt64(intDiv(${firstSec}, periodSec)), toUInt64(intDiv(${range.toSec}, periodSec) + 1))) AS number
      FROM ${periods}
    ) WHERE depositSec >= ${range.firstDaySec}`
  // Both sides are worth what the deposit was, at the price of its hour.
  const sent = sql`SELECT *, ${priceSql(sql`priced`, sql`base`, sql`volatility`)} AS priceUsd, toUInt128(wantedUsd / priceUsd * pow(10, decimals)) AS raw,
      if(priced = '', NULL, toFloat64(raw) / pow(10, decimals) * priceUsd) AS value
    FROM (${crossings}) AS crossing JOIN ${table} AS way USING (bridge, route)`
  const sides = sql`SELECT *, isDeposit, if(isDeposit, source, target) AS chain, if(isDeposit, depositSec, withdrawSec) AS sideSec, if(isDeposit, sourceBlockSec, targetBlockSec) AS blockSec,
      if(isDeposit, wallet, targetContract) AS fromAddress, if(isDeposit, sourceContract, wallet) AS toAddress, if(isDeposit, sourceToken, targetToken) AS token
    FROM (${sent}) ARRAY JOIN [true, false] AS isDeposit`
  return sql`SELECT bridge, chain, ${hex(32, sql`bridge`, sql`number`, sql`isDeposit`)} AS txHash, toInt64(0) AS logIndex, sideSec AS atSec,
      toNullable(${blockSql(sql`blockSec`, sql`sideSec`)}) AS block, fromAddress, toAddress, token, toString(raw) AS amount, value AS valueUsd, isDeposit,
      toNullable(toString(source)) AS sourceChain, NULL AS isUndone
    FROM (${sides}) WHERE token != '' AND sideSec > ${range.fromSec} AND sideSec <= ${range.toSec}`
}
