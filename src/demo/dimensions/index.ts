import { dimensionDays, dimensionMethods } from '../../domains/dimensions/facts.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { DATABASE } from '../../store/tables.ts'
import type { DemoPart, DemoRange } from '../demo-world.ts'
import { demoCast } from '../market/market.ts'
import { DEMO_MARKET_SQL, demoGrowthSql } from '../market/wave-sql.ts'
import { makeDemoFlows } from './figures.ts'

const LATE_DAYS = 1

/**
 * Daily figures of the demo world: what is held and the mood of the market move them, so that fees
 * follow volume and volume follows TVL.
 */
export const dimensionsDemo: DemoPart = {
  describe: async (stage) => {
    const exchanges = demoCast().protocols.filter(({ category }) => category === 'Dexs')
    await stage.insertRows(
      dimensionMethods,
      exchanges.flatMap(({ id }) => [
        {
          metric: 'fees',
          protocol: id,
          dataType: 'dailyFees',
          label: '',
          methodology: 'Paid by traders on every swap.',
          url: null,
        },
        {
          metric: 'fees',
          protocol: id,
          dataType: 'dailyFees',
          label: 'Token Swap Fees',
          methodology: 'A share of each swap.',
          url: null,
        },
        {
          metric: 'fees',
          protocol: id,
          dataType: 'dailyFees',
          label: 'Flashloan Fees',
          methodology: 'A share of each flash loan.',
          url: null,
        },
      ]),
    )
  },
  generate: async (stage, range, engine) => {
    const days = daysWithin(range)
    if (days === undefined) return
    const table = `${DATABASE}.stage_demo_flows_${stage.run}`
    await engine.command(
      `CREATE OR REPLACE TABLE ${table} (protocol String, chain LowCardinality(String), metric LowCardinality(String), dataType LowCardinality(String),
       version String, label LowCardinality(String), size Float64, isLevel UInt8, startDay Int32, endDay Int32, isLate UInt8) ENGINE = Memory`,
    )
    try {
      await engine.insert(table, makeDemoFlows((range.toSec - range.firstDaySec) / DAY_SEC))
      await stage.insertSelect(dimensionDays, daysSql(table, range, days))
    } finally {
      await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`)
    }
  },
}

/** The days that ended within the stretch, as day numbers; a stretch within one day has none. */
function daysWithin({ fromSec, toSec }: DemoRange): { first: number; last: number } | undefined {
  const first = Math.floor(fromSec / DAY_SEC)
  const last = Math.floor(toSec / DAY_SEC) - 1
  return last < first ? undefined : { first, last }
}

/** SQL of how much is held in a place at `atSec`, around 1. */
function demoHeldSql(protocol: string, chain: string): string {
  return `exp(0.5 * (${DEMO_MARKET_SQL})) * ${demoGrowthSql(protocol, chain)}`
}

/** SQL of how busy a protocol is at `atSec`, around 1: the days of the week, and chance. */
function demoMoodSql(protocol: string): string {
  return `(1 + 0.12 * sin(6.2832 * atSec / 604800) + 0.25 * ((cityHash64(${protocol}, atSec) % 2001) / 1000 - 1))`
}

/** SQL of what goes on in a place at `atSec`, around 1. */
export function demoActivitySql(protocol: string, chain: string): string {
  return `${demoHeldSql(protocol, chain)} * ${demoMoodSql(protocol)}`
}

/**
 * A wave is worked out once for each place and day, not for every figure: that is most of the work.
 */
function daysSql(
  table: string,
  { firstDaySec }: DemoRange,
  { first, last }: { first: number; last: number },
): string {
  const times = `(SELECT groupArray(toUInt32(number * ${DAY_SEC})) FROM numbers(${first - LATE_DAYS}, ${last - first + 1 + LATE_DAYS}))`
  const firstDay = firstDaySec / DAY_SEC
  return `SELECT metric, protocol, dataType, version, chain, label, atSec, round(size * wave, 2) AS valueUsd
    FROM (SELECT flow.*, times, if(isLevel = 1, levels, flows) AS waves
      FROM ${table} AS flow
      JOIN (SELECT protocol, chain, ${times} AS times, arrayMap(atSec -> ${demoHeldSql('protocol', 'chain')}, times) AS levels,
          arrayMap((atSec, level) -> level * ${demoMoodSql('protocol')}, times, levels) AS flows
        FROM (SELECT DISTINCT protocol, chain FROM ${table})) AS place USING (protocol, chain))
    ARRAY JOIN times AS atSec, waves AS wave
    WHERE (intDiv(atSec, ${DAY_SEC}) AS day) BETWEEN ${first} - isLate AND ${last} - isLate
      AND day >= ${firstDay} + startDay AND day < ${firstDay} + endDay AND cityHash64(protocol, day, 'gap') % 211 != 0`
}
