import { bridges, bridgeTransfers } from '../../domains/bridges/facts.ts'
import { HOUR_SEC } from '../../lib/clock.ts'
import { DATABASE } from '../../store/tables.ts'
import type { DemoPart, DemoRange } from '../demo-world.ts'
import { demoBlockSql } from '../market/block-sql.ts'
import { demoCast } from '../market/market.ts'
import { demoPriceSql } from '../market/price-sql.ts'
import { type DemoBridge, demoBridges, demoRoutes, ROUTES } from './bridge-list.ts'

const WALLETS = 40_000
const LONGEST_WAY_SEC = 1_260

/**
 * Bridges of the demo world: what goes in on one chain comes out on another some minutes later, the
 * same amount of the same token.
 */
export const bridgesDemo: DemoPart = {
  describe: async (stage) => {
    const rows = demoBridges(demoCast()).map(
      ({ chains: _, periodSec: __, sizeUsd: ___, ...row }) => row,
    )
    await stage.insertRows(bridges, rows)
  },
  generate: async (stage, range, engine) => {
    const table = `${DATABASE}.stage_demo_routes_${stage.run}`
    await engine.command(
      `CREATE OR REPLACE TABLE ${table} (bridge Int64, route UInt32, source LowCardinality(String), target LowCardinality(String), sourceToken LowCardinality(String),
       targetToken LowCardinality(String), decimals UInt8, priced String, base Float64, volatility Float64, sourceContract String, targetContract String,
       sourceBlockSec Float64, targetBlockSec Float64) ENGINE = Memory`,
    )
    try {
      const cast = demoCast()
      const crossed = demoBridges(cast)
      await engine.insert(table, demoRoutes(cast, crossed))
      const select = transfersSql(table, range, crossed)
      // A stretch without a crossing adds nothing, and must not make the figures look newer.
      const isShort = range.toSec - range.fromSec <= HOUR_SEC
      const [due] = isShort
        ? await engine.writerQuery<{ rows: number }>(`SELECT count() AS rows FROM (${select})`)
        : []
      if (due?.rows !== 0)
        await stage.insertSelect(bridgeTransfers, select, { threads: isShort ? 1 : 2 })
    } finally {
      await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`)
    }
  },
}

/**
 * SQL of both sides of the crossings that lie in a stretch. A bridge has one crossing in each of
 * its periods, whose moment, way, wallet and size follow from the number of the period alone.
 */
function transfersSql(table: string, range: DemoRange, crossed: readonly DemoBridge[]): string {
  const list = crossed
    .map(({ id, periodSec, sizeUsd }) => `(${id}, ${periodSec}, ${sizeUsd})`)
    .join(', ')
  const chance = (salt: number) => `(cityHash64(bridge, number, ${salt}) % 1000000 / 1000000)`
  const hex = (bytes: number, ...words: string[]) =>
    `concat('0x', lower(hex(substring(concat(sipHash128(${words.join(', ')}, 1), sipHash128(${words.join(', ')}, 2)), 1, ${bytes}))))`
  const firstSec = Math.max(0, range.fromSec - LONGEST_WAY_SEC)
  const crossings = `SELECT bridge, sizeUsd, number, cityHash64(bridge, number) % ${ROUTES} AS route,
      toUInt32(number * periodSec + cityHash64(bridge, number, 1) % periodSec) AS depositSec,
      toUInt32(depositSec + 60 + cityHash64(bridge, number, 2) % ${LONGEST_WAY_SEC - 60}) AS withdrawSec,
      ${hex(20, `toUInt32(floor(${WALLETS} * pow(${chance(3)}, 3)))`)} AS wallet,
      sizeUsd * exp(4 * (${chance(4)} + ${chance(5)} - 1)) AS wantedUsd, toUInt32(depositSec - depositSec % ${HOUR_SEC}) AS atSec
    FROM (
      SELECT *, arrayJoin(range(toUInt64(intDiv(${firstSec}, periodSec)), toUInt64(intDiv(${range.toSec}, periodSec) + 1))) AS number
      FROM values('bridge Int64, periodSec UInt32, sizeUsd Float64', ${list})
    ) WHERE depositSec >= ${range.firstDaySec}`
  // Both sides are worth what the deposit was, at the price of its hour.
  const sent = `SELECT *, ${demoPriceSql('priced', 'base', 'volatility')} AS priceUsd, toUInt128(wantedUsd / priceUsd * pow(10, decimals)) AS raw,
      if(priced = '', NULL, toFloat64(raw) / pow(10, decimals) * priceUsd) AS value
    FROM (${crossings}) AS crossing JOIN ${table} AS way USING (bridge, route)`
  const side = (
    chain: string,
    sec: string,
    blockSec: string,
    fromAddress: string,
    toAddress: string,
    token: string,
    isDeposit: boolean,
  ) =>
    `SELECT bridge, ${chain} AS chain, ${hex(32, 'bridge', 'number', String(isDeposit))} AS txHash, toInt64(0) AS logIndex, ${sec} AS atSec,
       toNullable(${demoBlockSql(blockSec).replace('atSec', sec)}) AS block, ${fromAddress} AS fromAddress, ${toAddress} AS toAddress, ${token} AS token,
       toString(raw) AS amount, value AS valueUsd, ${isDeposit} AS isDeposit, toNullable(toString(source)) AS sourceChain, NULL AS isUndone
     FROM (${sent}) WHERE ${token} != '' AND ${sec} > ${range.fromSec} AND ${sec} <= ${range.toSec}`
  return `${side('source', 'depositSec', 'sourceBlockSec', 'wallet', 'sourceContract', 'sourceToken', true)}
    UNION ALL ${side('target', 'withdrawSec', 'targetBlockSec', 'targetContract', 'wallet', 'targetToken', false)}`
}
