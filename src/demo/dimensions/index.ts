import { dimensionDays, dimensionMethods } from '../../domains/dimensions/facts.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import type { DemoRange } from '../demo-range.ts'
import type { DemoPart } from '../demo-world.ts'
import type { DemoMarket } from '../market/market.ts'
import { growthSql, MARKET_MOOD_SQL } from '../market/market-sql.ts'
import { inOrder, withTable } from '../rows.ts'
import { listFigures } from './figures.ts'

const LATE_DAYS = 1
const FIGURE_COLUMNS = sql`protocol String, chain LowCardinality(String), metric LowCardinality(String), dataType LowCardinality(String),
  version String, label LowCardinality(String), size Float64, isLevel UInt8, startDay Int32, endDay Int32, isLate UInt8`

/** Daily figures: holdings and the market move them; fees follow volume, volume follows TVL. */
export const dimensionsDemo: DemoPart = {
  name: 'daily figures',
  write: async (target) => {
    const { stage, isFirst, range, market } = target
    if (isFirst) await stage.insertRows(dimensionMethods, listMethods(market))
    const days = daysWithin(range)
    if (days === undefined) return
    const figures = inOrder(
      listFigures(market, (range.toSec - range.firstDaySec) / DAY_SEC),
      ({ metric, protocol, dataType, ...of }) => [
        metric,
        protocol,
        dataType,
        of.version,
        of.chain,
        of.label,
      ],
    )
    await withTable(target, { name: 'figures', columns: FIGURE_COLUMNS }, figures, (table) =>
      stage.insertSelect(dimensionDays, daysSql(table, range, days)),
    )
  },
}

function listMethods({ protocols }: DemoMarket): Record<string, unknown>[] {
  const exchanges = protocols.filter(({ category }) => category === 'Dexs')
  const methods = [
    ['', 'Paid by traders on every swap.'],
    ['Token Swap Fees', 'A share of each swap.'],
    ['Flashloan Fees', 'A share of each flash loan.'],
  ]
  return exchanges.flatMap(({ id }) =>
    methods.map(([label, methodology]) => ({
      metric: 'fees',
      protocol: id,
      dataType: 'dailyFees',
      label,
      methodology,
    })),
  )
}

/** The days that ended within the range, as day numbers. */
function daysWithin({ fromSec, toSec }: DemoRange): { first: number; last: number } | undefined {
  const first = Math.floor(fromSec / DAY_SEC)
  const last = Math.floor(toSec / DAY_SEC) - 1
  return last < first ? undefined : { first, last }
}

/** SQL of how much is held in a place at `atSec`, around 1. */
function holdingsSql(protocol: Sql, chain: Sql): Sql {
  return sql`exp(0.5 * (${MARKET_MOOD_SQL})) * ${growthSql(protocol, chain)}`
}

/** SQL of how busy a protocol is at `atSec`, around 1: the day of the week, and chance. */
function busynessSql(protocol: Sql): Sql {
  return sql`(1 + 0.12 * sin(6.2832 * atSec / 604800) + 0.25 * ((cityHash64(${protocol}, atSec) % 2001) / 1000 - 1))`
}

/** SQL of the activity in a place at `atSec`, around 1. */
export function activitySql(protocol: Sql, chain: Sql): Sql {
  return sql`${holdingsSql(protocol, chain)} * ${busynessSql(protocol)}`
}

/** A wave is computed once for each place and day, not for every figure: that is most of the work. */
function daysSql(
  table: Sql,
  { firstDaySec }: DemoRange,
  { first, last }: { first: number; last: number },
): Sql {
  const times = sql`(SELECT groupArray(toUInt32(number * ${DAY_SEC})) FROM numbers(${first - LATE_DAYS}, ${last - first + 1 + LATE_DAYS}))`
  const firstDay = firstDaySec / DAY_SEC
  return sql`SELECT metric, protocol, dataType, version, chain, label, atSec, round(size * wave, 2) AS valueUsd
    FROM (SELECT figure.*, times, if(isLevel = 1, levels, flows) AS waves
      FROM ${table} AS figure
      JOIN (SELECT protocol, chain, ${times} AS times, arrayMap(atSec -> ${holdingsSql(sql`protocol`, sql`chain`)}, times) AS levels,
          arrayMap((atSec, level) -> level * ${busynessSql(sql`protocol`)}, times, levels) AS flows
        FROM (SELECT DISTINCT protocol, chain FROM ${table})) AS place USING (protocol, chain))
    ARRAY JOIN times AS atSec, waves AS wave
    WHERE (intDiv(atSec, ${DAY_SEC}) AS day) BETWEEN ${first} - isLate AND ${last} - isLate
      AND day >= ${firstDay} + startDay AND day < ${firstDay} + endDay AND cityHash64(protocol, day, 'gap') % 211 != 0`
}
