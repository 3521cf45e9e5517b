import { TREASURY_SUFFIX, treasuries, treasuryHoldings } from '../../domains/treasuries/facts.ts'
import { tvlRecords } from '../../domains/tvl/public.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { toSlug } from '../../lib/slug.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { endsStep, momentArraySql, momentsSql } from '../demo-range.ts'
import type { DemoPart } from '../demo-world.ts'
import type { DemoMarket } from '../market/market.ts'
import { priceSql } from '../market/price-sql.ts'
import { waveSql } from '../market/wave-sql.ts'
import { withTable } from '../rows.ts'
import { DEMO_ENTITIES, HOLDING_COLUMNS, listHoldings, withTreasury } from './holdings.ts'

const RECORDS_HOURLY_DAYS = 15
const HOLDINGS_HOURLY_DAYS = 2

/** Treasuries and entities of the demo world: amounts, and their value as TVL records. */
export const treasuriesDemo: DemoPart = {
  name: 'treasuries',
  write: async (target) => {
    const { stage, isFirst, range, market } = target
    if (isFirst) await stage.insertRows(treasuries, listTreasuries(market))
    if (!endsStep(range, HOUR_SEC)) return
    const shape = { name: 'treasuries', columns: HOLDING_COLUMNS }
    await withTable(target, shape, listHoldings(market, range.firstDaySec), async (table) => {
      const recent = momentsSql(range, HOUR_SEC, HOLDINGS_HOURLY_DAYS * DAY_SEC)
      await stage.insertSelect(
        treasuryHoldings,
        sql`SELECT holder, chain, token, atSec, amount FROM (${holdingsSql(table, recent)})
         ARRAY JOIN times AS atSec, held AS amount WHERE atSec >= fromSec AND atSec < toSec`,
      )
      const moments = momentsSql(range, HOUR_SEC, RECORDS_HOURLY_DAYS * DAY_SEC)
      await stage.insertSelect(
        tvlRecords,
        sql`SELECT holder AS protocol, chain, section, atSec, tvlUsd FROM (
           SELECT holder, chain, section, any(times) AS moments, sumForEach(worth) AS sums, any(fromSec) AS start, any(toSec) AS stop
           FROM (${holdingsSql(table, moments)}) GROUP BY holder, chain, section
         ) ARRAY JOIN moments AS atSec, sums AS tvlUsd WHERE atSec >= start AND atSec < stop`,
      )
    })
  },
}

function listTreasuries(market: DemoMarket): Record<string, unknown>[] {
  const ofProtocols = withTreasury(market.protocols).map(({ id, name }) => ({
    id: `${id}${TREASURY_SUFFIX}`,
    protocol: id,
    module: `treasury/${toSlug(name)}.js`,
    ownTokens: [],
  }))
  const ofEntities = DEMO_ENTITIES.map(([name, category], index) => ({
    id: `entity-${index + 1}`,
    name,
    category,
    url: 'https://example.org',
    description: `${name} is made up: it exists only in the demo world.`,
    module: `entities/${toSlug(name)}.js`,
    ownTokens: [],
  }))
  return [...ofProtocols, ...ofEntities]
}

/**
 * SQL of all holdings over some moments, each as arrays of amounts and values. A wave is computed
 * once for each holder and each coin.
 */
function holdingsSql(table: Sql, moments: Sql): Sql {
  const times = momentArraySql(moments)
  const phase = (of: Sql) => sql`(cityHash64(${of}) % 628) / 100`
  const saved = sql`exp(${waveSql(230, 0.18, phase(sql`holder`))} + ${waveSql(2, 0.004, phase(sql`holder, 1`))})`
  return sql`SELECT holder, chain, section, token, fromSec, toSec, ${times} AS times, arrayMap(part -> position.amount * part, savings) AS held,
      arrayMap((units, price) -> units * price, held, prices) AS worth
    FROM ${table} AS position
    JOIN (SELECT holder, arrayMap(atSec -> ${saved}, ${times}) AS savings FROM (SELECT DISTINCT holder FROM ${table})) AS saver USING (holder)
    JOIN (SELECT priced, arrayMap(atSec -> ${priceSql(sql`priced`, sql`base`, sql`volatility`)}, ${times}) AS prices
      FROM (SELECT DISTINCT priced, base, volatility FROM ${table})) AS market USING (priced)`
}
