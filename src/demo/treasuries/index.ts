import { TREASURY_SUFFIX, treasuries, treasuryHoldings } from '../../domains/treasuries/facts.ts'
import { tvlRecords } from '../../domains/tvl/public.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { toSlug } from '../../lib/slug.ts'
import { DATABASE } from '../../store/tables.ts'
import type { DemoPart } from '../demo-world.ts'
import { demoCast } from '../market/market.ts'
import { demoPriceSql } from '../market/price-sql.ts'
import { demoMoments, demoWaveSql } from '../market/wave-sql.ts'
import { DEMO_ENTITIES, demoPositions, withTreasury } from './holdings.ts'

const HOURLY_DAYS = 15
const HOLDINGS_HOURLY_DAYS = 2

/**
 * Treasuries and entities of the demo world: amounts, and as TVL records what they were worth at
 * the demo prices.
 */
export const treasuriesDemo: DemoPart = {
  describe: async (stage) => {
    const ofProtocols = withTreasury(demoCast().protocols).map(({ id, name }) => ({
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
    await stage.insertRows(treasuries, [...ofProtocols, ...ofEntities])
  },
  generate: async (stage, range, engine) => {
    // Holdings are recorded by the hour: a stretch within one hour adds nothing, and must not make
    // the figures look newer.
    if (Math.floor(range.toSec / HOUR_SEC) === Math.floor(range.fromSec / HOUR_SEC)) return
    const table = `${DATABASE}.stage_demo_treasuries_${stage.run}`
    await engine.command(
      `CREATE OR REPLACE TABLE ${table} (holder String, chain LowCardinality(String), section LowCardinality(String), token String, priced String,
       base Float64, volatility Float64, amount Float64, fromSec UInt32, toSec UInt32) ENGINE = Memory`,
    )
    try {
      await engine.insert(table, demoPositions(range.firstDaySec))
      await stage.insertSelect(
        treasuryHoldings,
        `SELECT holder, chain, token, atSec, amount FROM (${holdingsSql(table, demoMoments(range, HOUR_SEC, HOLDINGS_HOURLY_DAYS * DAY_SEC))})
         ARRAY JOIN times AS atSec, held AS amount WHERE atSec >= fromSec AND atSec < toSec`,
      )
      await stage.insertSelect(
        tvlRecords,
        `SELECT holder AS protocol, chain, section, atSec, tvlUsd FROM (
           SELECT holder, chain, section, any(times) AS moments, sumForEach(worth) AS sums, any(fromSec) AS start, any(toSec) AS stop
           FROM (${holdingsSql(table, demoMoments(range, HOUR_SEC, HOURLY_DAYS * DAY_SEC))}) GROUP BY holder, chain, section
         ) ARRAY JOIN moments AS atSec, sums AS tvlUsd WHERE atSec >= start AND atSec < stop`,
      )
    } finally {
      await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`)
    }
  },
}

/**
 * SQL of all positions over some moments, each as arrays of amounts and values. A wave is worked
 * out once for each holder and each coin.
 */
function holdingsSql(table: string, moments: string): string {
  const times = `(SELECT arraySort(groupArray(atSec)) FROM (${moments}))`
  const phase = (of: string) => `(cityHash64(${of}) % 628) / 100`
  const saved = `exp(${demoWaveSql(230, 0.18, phase('holder'))} + ${demoWaveSql(2, 0.004, phase('holder, 1'))})`
  return `SELECT holder, chain, section, token, fromSec, toSec, ${times} AS times, arrayMap(part -> position.amount * part, savings) AS held,
      arrayMap((units, price) -> units * price, held, prices) AS worth
    FROM ${table} AS position
    JOIN (SELECT holder, arrayMap(atSec -> ${saved}, ${times}) AS savings FROM (SELECT DISTINCT holder FROM ${table})) AS saver USING (holder)
    JOIN (SELECT priced, arrayMap(atSec -> ${demoPriceSql('priced', 'base', 'volatility')}, ${times}) AS prices
      FROM (SELECT DISTINCT priced, base, volatility FROM ${table})) AS market USING (priced)`
}
