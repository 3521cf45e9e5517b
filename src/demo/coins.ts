import { blocks, prices, supplies } from '../domains/coins/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { timestampsSql } from './demo-range.ts'
import type { DemoPart, DemoTarget } from './demo-world.ts'
import { blockSecOf, blockSql, priceSql } from './market/market-sql.ts'
import { inOrder, rowsSql } from './rows.ts'

const FIVE_MINUTES_SEC = 300
// Clients accept a block that is at most 15 minutes from the timestamp they ask about.
const OLDER_BLOCKS_SEC = 900
const RECENT_BLOCKS_DAYS = 7
const HOURLY_DAYS = 30
// A daily chart looks 2.4 hours around its timestamps, so that it is complete at any time of day.
const OLDER_STEP_SEC = 4 * HOUR_SEC

/** Prices, supplies and blocks of the demo world. */
export const coinsDemo: DemoPart = {
  name: 'prices',
  write: async (target) => {
    // A running server advances in steps of five minutes; the history behind it is hourly, then
    // every four hours.
    const stepSec =
      target.range.toSec - target.range.fromSec <= DAY_SEC ? FIVE_MINUTES_SEC : HOUR_SEC
    await writePrices(target, stepSec)
    await writeSupplies(target)
    await writeBlocks(target)
  },
}

async function writePrices({ stage, range, market }: DemoTarget, stepSec: number): Promise<void> {
  const timestamps = timestampsSql(
    range,
    stepSec,
    stepSec === FIVE_MINUTES_SEC ? DAY_SEC : HOURLY_DAYS * DAY_SEC,
    OLDER_STEP_SEC,
  )
  const latest = sql`SELECT toUInt32(${range.toSec}) AS atSec`
  const priced = market.coins.filter((coin) => coin.redirect === null)
  const rows = inOrder(priced, ({ coin }) => [coin]).map(({ coin, priceUsd, volatility }) => [
    coin,
    priceUsd,
    volatility,
  ])
  const price = sql`least(${priceSql(sql`coin`, sql`base`, sql`volatility`)}, 1e9)`
  await stage.insertSelect(
    prices,
    sql`SELECT coin, atSec, ${price} AS priceUsd, toNullable(0.99) AS confidence
     FROM ${rowsSql(sql`coin String, base Float64, volatility Float64`, rows)} AS market
     CROSS JOIN (SELECT DISTINCT atSec FROM (${timestamps} UNION ALL ${latest})) AS timestamp`,
  )
}

async function writeSupplies({ stage, range, market }: DemoTarget): Promise<void> {
  const issued = inOrder(
    market.coins.filter(({ supply }) => supply > 0),
    ({ coin }) => [coin],
  )
  const rows = issued.map(({ coin, supply }) => [coin, supply])
  await stage.insertSelect(
    supplies,
    sql`SELECT coin, atSec, circulating FROM ${rowsSql(sql`coin String, circulating Float64`, rows)} AS issued
     CROSS JOIN (${timestampsSql(range, DAY_SEC, HOURLY_DAYS * DAY_SEC)}) AS timestamp`,
  )
}

async function writeBlocks({ stage, range, market }: DemoTarget): Promise<void> {
  const rows = market.chains.toSorted().map((chain) => [chain, blockSecOf(chain)])
  const recentSec = RECENT_BLOCKS_DAYS * DAY_SEC
  const timestamps = timestampsSql(range, FIVE_MINUTES_SEC, recentSec, OLDER_BLOCKS_SEC)
  await stage.insertSelect(
    blocks,
    sql`SELECT chain, atSec, ${blockSql(sql`blockSec`)} AS height
     FROM ${rowsSql(sql`chain String, blockSec Float64`, rows)} AS producer
     CROSS JOIN (${timestamps}) AS timestamp`,
  )
}
