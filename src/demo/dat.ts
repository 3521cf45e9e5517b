import { datInstitutions, datShares, datTransactions } from '../domains/dat/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import type { DemoPart, DemoRange } from './demo-world.ts'
import { DEMO_RATES, demoCoinHolders as demoCompanies } from './equities/companies.ts'
import { demoPriceSql, listDemoMarketCoins } from './market/price-sql.ts'

// What companies hold: of sixteen, five hold the first, and so on.
const ASSETS = [
  'bitcoin',
  'ethereum',
  'solana',
  'binancecoin',
  'avalanche-2',
  'sui',
  'chainlink',
  'hyperliquid',
] as const
const CHOICE = [0, 1, 0, 2, 0, 1, 3, 0, 4, 1, 0, 5, 2, 6, 0, 7]
const SECOND_EVERY = 4
const MINER_EVERY = 24
// A treasury of some two years is this many purchases, at most this part of all coins, and part of
// the company's worth.
const PURCHASES = 22
const MAX_SUPPLY_SHARE = 0.0025
// Announcements come before markets open in New York.
const REPORT_SEC = 13 * HOUR_SEC
const COUNT_EVERY_DAYS = 91

/** Treasuries of the demo world: its listed companies, buying its coins at their prices. */
export const datDemo: DemoPart = {
  describe: async (stage) => {
    await stage.insertRows(
      datInstitutions,
      demoCompanies().map(({ number, ticker, country, name }) => ({
        institution: number + 1,
        ticker,
        country,
        name,
        type: 'Stock',
      })),
    )
  },
  generate: async (stage, range) => {
    // A day's announcements are made at one moment: a stretch without it adds nothing, and must not
    // make the figures look newer.
    const fromDay = Math.max(
      Math.floor((range.fromSec - REPORT_SEC) / DAY_SEC) + 1,
      range.firstDaySec / DAY_SEC,
    )
    const toDay = Math.floor((range.toSec - REPORT_SEC) / DAY_SEC)
    if (toDay < fromDay) return
    await stage.insertSelect(datTransactions, transactionsSql(range, fromDay, toDay))
    const quarters = quartersOf(range)
    if (quarters.length > 0) await stage.insertSelect(datShares, sharesSql(range, quarters))
  },
}

/** What each company buys, and how much at a time. */
function programmes(firstDay: number): string[] {
  const coins = new Map(listDemoMarketCoins().map((coin) => [coin.coin, coin]))
  return demoCompanies().flatMap(({ number, marketCap, currency }) => {
    const first = CHOICE[number % CHOICE.length] ?? 0
    const slots = number % SECOND_EVERY === 1 ? [first, (first + 1) % ASSETS.length] : [first]
    return slots.map((choice, slot) => {
      const coin = coins.get(`aggregator:${ASSETS[choice]}`)
      if (coin === undefined) throw new Error(`The demo market has no ${ASSETS[choice]}.`)
      const worthUsd = marketCap * (DEMO_RATES[currency] ?? 1)
      const partOfWorth = number > 50 ? 0.5 : 0.03
      const coinsEach =
        Math.min((worthUsd * partOfWorth) / coin.priceUsd, coin.supply * MAX_SUPPLY_SHARE) /
        PURCHASES /
        (slot + 1)
      const startDay = firstDay + ((number * 37 + slot * 120) % 400)
      return `(${number + 1}, ${slot}, '${ASSETS[choice]}', '${coin.coin}', ${coin.priceUsd}, ${coin.volatility}, ${coinsEach}, ${startDay}, ${14 + ((number * 11 + slot * 5) % 29)}, ${number % MINER_EVERY === 7 ? 1 : 0})`
    })
  })
}

/**
 * SQL of the transactions announced on some days, each a function of its institution, asset and
 * number.
 */
function transactionsSql({ firstDaySec }: DemoRange, fromDay: number, toDay: number): string {
  const columns =
    'institution UInt32, slot UInt32, asset String, coin String, base Float64, volatility Float64, coinsEach Float64, startDay UInt32, period UInt32, mines UInt8'
  const chance = (salt: number) => `(cityHash64(institution, slot, k, ${salt}) % 1000) / 1000`
  const date = (day: string) => `toString(toDate(toUInt16(${day})))`
  const announced = `SELECT *, reportDay - 1 - institution % 3 AS endDay, intDiv(endDay - startDay, period) AS k, toUInt32(endDay * ${DAY_SEC} + ${DAY_SEC / 2}) AS atSec
    FROM values('${columns}', ${programmes(firstDaySec / DAY_SEC).join(', ')}) AS programme
    CROSS JOIN (SELECT toUInt32(number + ${fromDay}) AS reportDay FROM numbers(${toDay - fromDay + 1})) AS calendar
    WHERE endDay >= startDay AND (endDay - startDay) % period = 0`
  const kind = `multiIf(k % 12 = 11, 'sale', mines AND k % 4 = 3, 'income', 'purchase')`
  const size = `multiIf(k = 0, 4, k % 12 = 11, 2.5, 1) * (0.6 + 0.8 * ${chance(1)})`
  const dealt = `SELECT *, ${kind} AS type, round(coinsEach * ${size}, 4) AS amount, round(${demoPriceSql('coin', 'base', 'volatility')}, 4) AS price,
      NOT (k > 0 AND ${chance(2)} < 0.04) AS approved FROM (${announced})`
  return `SELECT toInt64(institution * 100000 + slot * 10000 + k) AS id, toInt64(institution) AS institution, asset, amount, if(type = 'income' OR ${chance(3)} < 0.15, NULL, price) AS avgPriceUsd,
      if(type = 'income', NULL, round(amount * price, 2)) AS usdValue, toNullable(${date('endDay - least(period - 1, 6)')}) AS startDate, toNullable(${date('endDay')}) AS endDate,
      ${date('reportDay')} AS reportDate, type, toNullable(if(${chance(4)} < 0.8, 'filing', 'press release')) AS sourceType,
      toNullable(concat('https://filings.example/treasury/', toString(id))) AS sourceUrl,
      toNullable(concat(multiIf(type = 'sale', 'Sold ', type = 'income', 'Earned ', 'Bought '), toString(amount), ' ', asset, ' until ', ${date('endDay')}, '.')) AS sourceNote,
      approved, if(approved, NULL, 'The source could not be confirmed.') AS rejectReason FROM (${dealt})`
}

/** Numbers of the quarters whose share counts are told in a stretch. */
function quartersOf({ firstDaySec, fromSec, toSec }: DemoRange): number[] {
  const told = (quarter: number) => firstDaySec + quarter * COUNT_EVERY_DAYS * DAY_SEC + REPORT_SEC
  const last = Math.floor((toSec - firstDaySec - REPORT_SEC) / (COUNT_EVERY_DAYS * DAY_SEC))
  return Array.from({ length: Math.max(0, last + 1) }, (_, quarter) => quarter).filter(
    (quarter) => told(quarter) > fromSec,
  )
}

/** SQL of share counts: they grow by the quarter, and are told as they were before a split. */
function sharesSql({ firstDaySec }: DemoRange, quarters: readonly number[]): string {
  const list = demoCompanies().map(
    ({ number, price, marketCap, splitDay }) =>
      `(${number + 1}, ${marketCap / price}, ${splitDay === undefined ? 0 : firstDaySec + splitDay * DAY_SEC})`,
  )
  const part = (salt: number) => `(cityHash64(institution, ${salt}) % 1000) / 1000`
  return `SELECT toInt64(institution) AS institution, toUInt32(${firstDaySec} + quarter * ${COUNT_EVERY_DAYS * DAY_SEC}) AS atSec,
      round(shares * 0.88 * pow(1.016, quarter) / if(atSec < splitSec, 4, 1)) AS realized,
      if(institution % 5 = 0, realized, round(realized * (1.01 + 0.07 * ${part(1)}))) AS realistic, round(realistic * (1.02 + 0.18 * ${part(2)})) AS max
    FROM values('institution UInt32, shares Float64, splitSec UInt32', ${list.join(', ')}) AS company ARRAY JOIN [${quarters.join(', ')}]::Array(UInt32) AS quarter`
}
