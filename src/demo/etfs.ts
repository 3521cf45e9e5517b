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

/** A fund of the demo world; neither it nor its issuer exists. */
interface DemoFund {
  ticker: string
  issuer: string
  name: string
  custodian: string
  feePct: number
  asset: string
  /** Shares at first, and coins behind each of them. */
  shares: number
  coinsPerShare: number
  /** Days after the first day of the demo world. */
  startDay: number
  /** What it does not publish; `someDays` is every eleventh day or so. */
  withholds: readonly Withheld[]
}

type Withheld = 'shares' | 'nav' | 'underlying' | 'flows' | 'someDays'

const ISSUERS = {
  TARN: ['Tarnwood Capital', 'Keepstone Custody', 0.25],
  FELL: ['Fellbridge Funds', 'Keepstone Custody', 0.2],
  QUIL: ['Quillhaven Asset Management', 'Vaultmere Trust', 0.39],
  MARR: ['Marrowmere Investments', 'Vaultmere Trust', 0.5],
  SABL: ['Sablecrest Partners', 'Own custody', 1.5],
} satisfies Record<string, [name: string, custodian: string, feePct: number]>

const FUNDS: readonly DemoFund[] = [
  fund('TARN', 'B', 'bitcoin', 240e6, 0.00056, 0, ['flows']),
  fund('FELL', 'B', 'bitcoin', 130e6, 0.00088, 0, []),
  fund('QUIL', 'B', 'bitcoin', 41e6, 0.001, 0, []),
  fund('MARR', 'B', 'bitcoin', 22e6, 0.0005, 30, ['flows', 'nav']),
  fund('SABL', 'B', 'bitcoin', 160e6, 0.00079, 0, ['flows', 'nav', 'underlying']),
  fund('TARN', 'M', 'bitcoin', 70e6, 0.0001, 200, ['flows']),
  fund('TARN', 'E', 'ethereum', 110e6, 0.0076, 140, ['flows']),
  fund('FELL', 'E', 'ethereum', 31e6, 0.01, 140, []),
  fund('QUIL', 'E', 'ethereum', 9e6, 0.0098, 140, ['underlying']),
  fund('MARR', 'E', 'ethereum', 5e6, 0.005, 180, ['flows', 'someDays']),
  fund('TARN', 'S', 'solana', 18e6, 0.11, 420, ['flows']),
  fund('FELL', 'S', 'solana', 9e6, 0.1, 420, []),
  fund('QUIL', 'S', 'solana', 4e6, 0.2, 460, ['flows', 'nav']),
  fund('SABL', 'S', 'solana', 2e6, 0.25, 300, ['flows', 'shares']),
]

const SPLIT_TICKER = 'TARNB'
const SPLIT_RATIO = 2
const SPLIT_AFTER_DAYS = 400
const CLOSE_SEC = 21 * HOUR_SEC
// Far enough back to find the trading day before, whatever holidays lie between.
const LOOK_BACK_DAYS = 7
const LOT = 10_000

function fund(
  house: keyof typeof ISSUERS,
  suffix: string,
  asset: string,
  shares: number,
  coinsPerShare: number,
  startDay: number,
  withholds: readonly Withheld[],
): DemoFund {
  const [issuer, custodian, feePct] = ISSUERS[house]
  const kind = `${asset.slice(0, 1).toUpperCase()}${asset.slice(1)}${suffix === 'M' ? ' Mini' : ''}`
  const name = `${issuer.split(' ')[0]} ${kind} Fund`
  return {
    ticker: `${house}${suffix}`,
    issuer,
    name,
    custodian,
    feePct,
    asset,
    shares,
    coinsPerShare,
    startDay,
    withholds,
  }
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
    FUNDS.map(({ ticker, issuer, name, custodian, feePct, asset }) => ({
      ticker,
      issuer,
      name,
      type: 'Spot',
      custodian,
      feePct,
      url: `https://funds.example/${ticker.toLowerCase()}`,
      asset,
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
  const withheld: readonly Withheld[] = ['shares', 'nav', 'underlying', 'flows', 'someDays']
  const rows = FUNDS.map((each) => [
    each.ticker,
    `aggregator:${each.asset}`,
    each.feePct,
    each.shares,
    each.coinsPerShare,
    firstDaySec / DAY_SEC + each.startDay,
    ...withheld.map((what) => (each.withholds.includes(what) ? 1 : 0)),
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
