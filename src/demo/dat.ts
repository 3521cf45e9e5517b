import parts from '../../data/demo-parts.json' with { type: 'json' }
import { datInstitutions, datShares, datTransactions } from '../domains/dat/facts.ts'
import { at } from '../lib/at.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import { joinSql, type Sql, sql } from '../lib/sql.ts'
import type { DemoRange } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { type DemoCompany, listCoinHolders, usdRateOf } from './equities/companies.ts'
import type { DemoMarket } from './market/market.ts'
import { priceSql } from './market/market-sql.ts'
import { rowsSql } from './rows.ts'

// What companies hold: of sixteen, six hold the first, and so on.
const { assets: ASSETS, choice: CHOICE } = parts.dat
const SECOND_EVERY = 4
const MINER_EVERY = 24
// Purchases of about two years; together at most this part of all coins.
const PURCHASES = 22
const MAX_SUPPLY_SHARE = 0.0025
// Announcements come before markets open in New York.
const REPORT_SEC = 13 * HOUR_SEC
const COUNT_EVERY_DAYS = 91

/** Treasuries of the demo world: its listed companies, buying its coins at their prices. */
export const datDemo: DemoPart = {
  name: 'institutions',
  write: async ({ stage, isFirst, range, market }) => {
    const companies = listCoinHolders(market.share)
    if (isFirst)
      await stage.insertRows(
        datInstitutions,
        companies.map(({ number, ticker, country, name }) => ({
          institution: number + 1,
          ticker,
          country,
          name,
          type: 'Stock',
        })),
      )
    // A day's announcements have one timestamp: a range without it adds nothing.
    const fromDay = Math.max(
      Math.floor((range.fromSec - REPORT_SEC) / DAY_SEC) + 1,
      range.firstDaySec / DAY_SEC,
    )
    const toDay = Math.floor((range.toSec - REPORT_SEC) / DAY_SEC)
    if (toDay < fromDay) return
    const programmes = programmesSql(companies, market, range.firstDaySec / DAY_SEC)
    await stage.insertSelect(datTransactions, transactionsSql(programmes, fromDay, toDay))
    const quarters = quartersOf(range)
    if (quarters.length > 0)
      await stage.insertSelect(datShares, sharesSql(companies, range, quarters))
  },
}

/** SQL of what each company buys, and how much in one purchase. */
function programmesSql(
  companies: readonly DemoCompany[],
  { coinById }: DemoMarket,
  firstDay: number,
): Sql {
  const columns = sql`institution UInt32, slot UInt32, asset String, coin String, base Float64, volatility Float64, coinsEach Float64, startDay UInt32, period UInt32, mines UInt8`
  const rows = companies.flatMap(({ number, marketCap, currency }) => {
    const first = at(CHOICE, number % CHOICE.length)
    const slots = number % SECOND_EVERY === 1 ? [first, (first + 1) % ASSETS.length] : [first]
    return slots.map((choice, slot) => {
      const asset = at(ASSETS, choice)
      const coin = coinById.get(`aggregator:${asset}`)
      if (coin === undefined) throw new Error(`The demo market has no ${asset}.`)
      const worthUsd = marketCap * usdRateOf(currency)
      const partOfWorth = number > 50 ? 0.5 : 0.03
      const coinsEach =
        Math.min((worthUsd * partOfWorth) / coin.priceUsd, coin.supply * MAX_SUPPLY_SHARE) /
        PURCHASES /
        (slot + 1)
      const startDay = firstDay + ((number * 37 + slot * 120) % 400)
      const periodDays = 14 + ((number * 11 + slot * 5) % 29)
      const mines = number % MINER_EVERY === 7 ? 1 : 0
      const price = [coin.coin, coin.priceUsd, coin.volatility]
      return [number + 1, slot, asset, ...price, coinsEach, startDay, periodDays, mines]
    })
  })
  return rowsSql(columns, rows)
}

/** SQL of the transactions of some days, each made of its institution, asset and number. */
function transactionsSql(programmes: Sql, fromDay: number, toDay: number): Sql {
  const chance = (salt: number) => sql`(cityHash64(institution, slot, k, ${salt}) % 1000) / 1000`
  const date = (day: Sql) => sql`toString(toDate(toUInt16(${day})))`
  const announced = sql`SELECT *, reportDay - 1 - institution % 3 AS endDay, intDiv(endDay - startDay, period) AS k, toUInt32(endDay * ${DAY_SEC} + ${DAY_SEC / 2}) AS atSec
    FROM ${programmes} AS programme
    CROSS JOIN (SELECT toUInt32(number + ${fromDay}) AS reportDay FROM numbers(${toDay - fromDay + 1})) AS calendar
    WHERE endDay >= startDay AND (endDay - startDay) % period = 0`
  const kind = sql`multiIf(k % 12 = 11, 'sale', mines AND k % 4 = 3, 'income', 'purchase')`
  const size = sql`multiIf(k = 0, 4, k % 12 = 11, 2.5, 1) * (0.6 + 0.8 * ${chance(1)})`
  const dealt = sql`SELECT *, ${kind} AS type, round(coinsEach * ${size}, 4) AS amount, round(${priceSql(sql`coin`, sql`base`, sql`volatility`)}, 4) AS price,
      NOT (k > 0 AND ${chance(2)} < 0.04) AS approved FROM (${announced})`
  return sql`SELECT toInt64(institution * 100000 + slot * 10000 + k) AS id, toInt64(institution) AS institution, asset, amount, if(type = 'income' OR ${chance(3)} < 0.15, NULL, price) AS avgPriceUsd,
      if(type = 'income', NULL, round(amount * price, 2)) AS usdValue, toNullable(${date(sql`endDay - least(period - 1, 6)`)}) AS startDate, toNullable(${date(sql`endDay`)}) AS endDate,
      ${date(sql`reportDay`)} AS reportDate, type, toNullable(if(${chance(4)} < 0.8, 'filing', 'press release')) AS sourceType,
      toNullable(concat('https://filings.example/treasury/', toString(id))) AS sourceUrl,
      toNullable(concat(multiIf(type = 'sale', 'Sold ', type = 'income', 'Earned ', 'Bought '), toString(amount), ' ', asset, ' until ', ${date(sql`endDay`)}, '.')) AS sourceNote,
      approved, if(approved, NULL, 'The source could not be confirmed.') AS rejectReason FROM (${dealt})`
}

/** Numbers of the quarters whose share counts are published within a range. */
function quartersOf({ firstDaySec, fromSec, toSec }: DemoRange): number[] {
  const publishedSec = (quarter: number) =>
    firstDaySec + quarter * COUNT_EVERY_DAYS * DAY_SEC + REPORT_SEC
  const last = Math.floor((toSec - firstDaySec - REPORT_SEC) / (COUNT_EVERY_DAYS * DAY_SEC))
  return Array.from({ length: Math.max(0, last + 1) }, (_, quarter) => quarter).filter(
    (quarter) => publishedSec(quarter) > fromSec,
  )
}

/** SQL of share counts: they grow by the quarter; before a split, they count shares of that day. */
function sharesSql(
  companies: readonly DemoCompany[],
  { firstDaySec }: DemoRange,
  quarters: readonly number[],
): Sql {
  const rows = companies.map(({ number, price, marketCap, splitDay }) => [
    number + 1,
    marketCap / price,
    splitDay === undefined ? 0 : firstDaySec + splitDay * DAY_SEC,
  ])
  const part = (salt: number) => sql`(cityHash64(institution, ${salt}) % 1000) / 1000`
  return sql`SELECT toInt64(institution) AS institution, toUInt32(${firstDaySec} + quarter * ${COUNT_EVERY_DAYS * DAY_SEC}) AS atSec,
      round(shares * 0.88 * pow(1.016, quarter) / if(atSec < splitSec, 4, 1)) AS realized,
      if(institution % 5 = 0, realized, round(realized * (1.01 + 0.07 * ${part(1)}))) AS realistic, round(realistic * (1.02 + 0.18 * ${part(2)})) AS max
    FROM ${rowsSql(sql`institution UInt32, shares Float64, splitSec UInt32`, rows)} AS company ARRAY JOIN [${joinSql(quarters)}]::Array(UInt32) AS quarter`
}
