import parts from '../../data/demo-parts.json' with { type: 'json' }
import { prices } from '../domains/coins/public.ts'
import { etfDays, etfSplits, etfs } from '../domains/etfs/facts.ts'
import { closePricesSql } from '../domains/etfs/read/close-prices.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../lib/clock.ts'
import { joinSql, literal, type Sql, sql } from '../lib/sql.ts'
import type { Stage } from '../runs/stage.ts'
import { coinsDemo } from './coins.ts'
import type { DemoRange } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { rowsSql } from './rows.ts'

type Fund = (typeof parts.etfs)[number]['funds'][number]

/** The funds of the demo world; neither they nor their issuers exist. */
const FUNDS = parts.etfs.flatMap(({ house, issuer, custodian, feePct, funds }) =>
  funds.map((fund) => ({ ...fund, ticker: `${house}${fund.suffix}`, issuer, custodian, feePct })),
)
/** What a fund may not publish; `someDays` is every eleventh day or so. */
const WITHHELD = ['shares', 'nav', 'underlying', 'flows', 'someDays']

const SPLIT_TICKER = 'TARNB'
const SPLIT_RATIO = 2
const SPLIT_AFTER_DAYS = 400
const CLOSE_SEC = 21 * HOUR_SEC
// Far enough back to find the trading day before, whatever holidays are between.
const LOOK_BACK_DAYS = 7
const LOT = 10_000

function nameOf(issuer: string, { asset, suffix }: Fund): string {
  const kind = asset.slice(0, 1).toUpperCase() + asset.slice(1)
  return `${issuer.split(' ')[0]} ${kind}${suffix === 'M' ? ' Mini' : ''} Fund`
}

/** Funds of the demo world: their assets are the coins they hold at the prices of the same run. */
export const etfsDemo: DemoPart = {
  name: 'funds',
  after: [coinsDemo],
  write: async ({ stage, isFirst, range }) => {
    if (isFirst) await writeFunds(stage, range)
    // A day's figures are published at its close: a range without one adds nothing.
    const fromDay = Math.floor((range.fromSec - CLOSE_SEC) / DAY_SEC) + 1
    const toDay = Math.floor((range.toSec - CLOSE_SEC) / DAY_SEC)
    if (toDay < fromDay) return
    await stage.insertSelect(etfDays, daysSql(range, fromDay, toDay, await stage.table(prices)))
  },
}

async function writeFunds(stage: Stage, { firstDaySec }: DemoRange): Promise<void> {
  await stage.insertRows(
    etfs,
    FUNDS.map((fund) => ({
      ticker: fund.ticker,
      issuer: fund.issuer,
      name: nameOf(fund.issuer, fund),
      type: 'Spot',
      custodian: fund.custodian,
      feePct: fund.feePct,
      url: `https://funds.example/${fund.ticker.toLowerCase()}`,
      asset: fund.asset,
    })),
  )
  await stage.insertRows(etfSplits, [
    { ticker: SPLIT_TICKER, atSec: splitDay(firstDaySec), ratio: SPLIT_RATIO },
  ])
}

function splitDay(firstDaySec: number): number {
  return dayStart(firstDaySec + SPLIT_AFTER_DAYS * DAY_SEC)
}

/** SQL of the rows of some days; prices are those of this run. */
function daysSql({ firstDaySec }: DemoRange, fromDay: number, toDay: number, priceTable: Sql): Sql {
  const rows = FUNDS.map((each) => [
    each.ticker,
    `aggregator:${each.asset}`,
    each.feePct,
    each.shares,
    each.coinsPerShare,
    firstDaySec / DAY_SEC + each.startDay,
    ...WITHHELD.map((what) => (each.withholds.includes(what) ? 1 : 0)),
  ])
  const columns = sql`ticker String, coin String, feePct Float64, firstShares Float64, coinsPerShare Float64, startDay UInt32, noShares UInt8, noNav UInt8, noUnderlying UInt8, noFlows UInt8, noSomeDays UInt8`
  const coins = joinSql(
    [...new Set(FUNDS.map(({ asset }) => asset))].map((asset) => literal(`aggregator:${asset}`)),
  )
  const date = sql`toDate(toUInt16(day))`
  const isTrading = sql`toDayOfWeek(${date}) <= 5 AND formatDateTime(${date}, '%m-%d') NOT IN ('01-01', '12-25')`
  const days = sql`SELECT toUInt32(number + ${fromDay - LOOK_BACK_DAYS}) AS day FROM numbers(${toDay - fromDay + 1 + LOOK_BACK_DAYS}) WHERE ${isTrading}`
  const wave = (size: number, length: number, salt: number) =>
    sql`${size} * sin(6.2832 * day / ${length} + (cityHash64(ticker, ${salt}) % 628) / 100)`
  const split = sql`if(ticker = ${literal(SPLIT_TICKER)} AND day >= ${splitDay(firstDaySec) / DAY_SEC}, ${SPLIT_RATIO}, 1)`
  const grown = sql`exp(0.0009 * (toInt64(day) - toInt64(startDay)) + ${wave(0.12, 210, 1)} + ${wave(0.015, 17, 2)})`
  const noise = (salt: number) => sql`(cityHash64(ticker, day, ${salt}) % 1000) / 1000`
  // Shares are issued and redeemed in lots, so that some days have no flow.
  const counted = sql`SELECT *, ${split} AS split, round(firstShares * ${grown} / ${LOT}) * ${LOT} * split AS held,
      coinsPerShare / split * exp(-feePct / 100 * (day - ${firstDaySec / DAY_SEC}) / 365) AS coins
    FROM ${rowsSql(columns, rows)} AS fund CROSS JOIN (${days}) AS calendar WHERE day >= startDay`
  const compared = sql`SELECT *, lagInFrame(toNullable(held / split), 1, NULL) OVER (PARTITION BY ticker ORDER BY day ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) * split AS before
    FROM (${counted})`
  return sql`SELECT ticker, toUInt32(day * ${DAY_SEC}) AS atSec, round(nav * (1 + 0.004 * (${noise(3)} - 0.5)), 2) AS priceUsd, if(noNav, NULL, nav) AS navUsd,
      round(held * nav * (0.008 + 0.03 * ${noise(4)})) AS volumeUsd, if(noShares, NULL, held) AS shares, held * nav AS aumUsd,
      if(noUnderlying, NULL, held * coins) AS underlying, NULL AS underlyingPriceUsd, if(noFlows, NULL, (held - before) * nav) AS flowsUsd,
      toInt64(day * ${DAY_SEC} + ${CLOSE_SEC}) AS asOfSec
    FROM (SELECT *, coins * price AS nav FROM (${compared}) AS published JOIN (${closePricesSql(sql`FROM ${priceTable} WHERE coin IN (${coins})`)}) AS market USING (coin, day)
      WHERE day >= ${fromDay} AND NOT (noSomeDays AND cityHash64(ticker, day) % 11 = 0))`
}
