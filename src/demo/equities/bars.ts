import { isMarketClosed } from '../../domains/equities/derive/market-days.ts'
import {
  equityBars,
  equityIntraday,
  equityPerps,
  equityTokens,
} from '../../domains/equities/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import type { Stage } from '../../runs/stage.ts'
import { DEMO_DAYS, type DemoRange } from '../demo-range.ts'
import type { DemoTarget } from '../demo-world.ts'
import { inOrder, withTable } from '../rows.ts'
import { DEMO_EARLIER_DAYS } from './books.ts'
import type { DemoCompany } from './companies.ts'
import { easternSec } from './filings.ts'

const OPEN_SEC = 9.5 * HOUR_SEC
const CLOSE_SEC = 16 * HOUR_SEC
const BAR_SEC = 300
const INTRADAY_DAYS = 14
const SNAPSHOT_HOURS = 24
const QUARTER_SEC = 91.3125 * DAY_SEC
const LAST_SEC = 0xffff_ffff
const COMPANY_COLUMNS = sql`ticker String, country String, number UInt32, price Float64, shares Float64, driftPerSec Float64, splitSec UInt32, listedSec UInt32, goneSec UInt32, hasIntraday UInt8, isOnchain UInt8`

interface Session {
  readonly daySec: number
  readonly openSec: number
  readonly closeSec: number
}

/** Sessions that overlap with a range; the first range begins years earlier. */
function sessionsOf({ firstDaySec, fromSec, toSec }: DemoRange): Session[] {
  const startSec = fromSec < firstDaySec ? firstDaySec - DEMO_EARLIER_DAYS * DAY_SEC : fromSec
  const sessions: Session[] = []
  for (let day = Math.floor(startSec / DAY_SEC); day <= Math.floor(toSec / DAY_SEC); day++) {
    if (isMarketClosed(day)) continue
    const [openSec, closeSec] = [easternSec(day, OPEN_SEC), easternSec(day, CLOSE_SEC)]
    if (closeSec > startSec && openSec < toSec)
      sessions.push({ daySec: day * DAY_SEC, openSec, closeSec })
  }
  return sessions
}

/** Writes the bars of a range, and what trades on chains at its hours. */
export async function writeBars(
  target: DemoTarget,
  companies: readonly DemoCompany[],
): Promise<void> {
  const { stage, range } = target
  const sessions = sessionsOf(range)
  const ended = sessions.filter(({ closeSec }) => closeSec <= range.toSec)
  const recent = sessions.filter(({ daySec }) => daySec > range.toSec - INTRADAY_DAYS * DAY_SEC)
  const hours = hoursOf(range)
  if (sessions.length === 0 && hours.length === 0) return
  const rows = inOrder(
    companies.flatMap((company) => toRows(company, range)),
    ({ ticker, country }) => [ticker, country],
  )
  await withTable(target, { name: 'companies', columns: COMPANY_COLUMNS }, rows, async (table) => {
    if (ended.length > 0) await stage.insertSelect(equityBars, dailySql(table, ended, range))
    if (recent.length > 0)
      await stage.insertSelect(equityIntraday, intradaySql(table, recent, range))
    if (hours.length > 0) await writeOnchain(stage, table, range)
  })
}

function toRows(company: DemoCompany, { firstDaySec }: DemoRange) {
  const { ticker, number, country, price, marketCap, hasTwoClasses } = company
  const secOf = (day: number | undefined, otherwise: number) =>
    day === undefined ? otherwise : firstDaySec + day * DAY_SEC
  const row = {
    ...{ ticker, country, number, price },
    shares: marketCap / price,
    driftPerSec: Math.log(company.growth) / QUARTER_SEC,
    splitSec: secOf(company.splitDay, 0),
    listedSec: secOf(company.listedDay, 0),
    goneSec: secOf(company.goneDay, LAST_SEC),
    hasIntraday: Number(company.hasIntraday),
    isOnchain: Number(company.isOnchain),
  }
  return hasTwoClasses ? [row, { ...row, ticker: `${ticker}-B` }] : [row]
}

/** SQL of the price of a share at a timestamp, in shares of today: waves around its growth. */
function priceSql(atSec: Sql, { firstDaySec }: DemoRange): Sql {
  const wave = (size: number, days: number, name: string) =>
    sql`${size} * sin(6.283185307 * ${atSec} / ${days * DAY_SEC} + (cityHash64(number, ${literal(name)}) % 628) / 100)`
  const drift = sql`driftPerSec * (toInt64(${atSec}) - ${firstDaySec + DEMO_DAYS * DAY_SEC})`
  return sql`price * exp(${drift} + ${wave(0.16, 420, 'a')} + ${wave(0.07, 95, 'b')} + ${wave(0.025, 19, 'c')} + ${wave(0.011, 3.7, 'd')})`
}

const TRADED = sql`if(daySec < splitSec, 4, 1)`
const VOLUME = sql`(shares * 0.004 * (0.7 + (cityHash64(number, daySec) % 600) / 1000))`

// A query for each step: planning one, with all aliases put in, takes longer than the rows.
function barsSql(rows: Sql, wickShare: number, parts: number): Sql {
  return sql`SELECT ticker, country, atSec, open, greatest(open, close) * ${1 + wickShare} AS high, least(open, close) * ${1 - wickShare} AS low, close,
      round(${VOLUME} / old / ${parts}) AS volume
    FROM (SELECT ticker, country, atSec, daySec, number, shares, old, openPrice * old AS open, closePrice * old AS close FROM (${rows}))`
}

function dailySql(table: Sql, sessions: readonly Session[], range: DemoRange): Sql {
  const rows = sql`SELECT *, daySec, daySec AS atSec, ${TRADED} AS old, ${priceSql(sql`openSec`, range)} AS openPrice, ${priceSql(sql`closeSec`, range)} AS closePrice
    FROM ${table} ARRAY JOIN ${sessionArrays(sessions)} WHERE daySec >= listedSec AND daySec < goneSec`
  return barsSql(rows, 0.006, 1)
}

function intradaySql(table: Sql, sessions: readonly Session[], range: DemoRange): Sql {
  const bars = (CLOSE_SEC - OPEN_SEC) / BAR_SEC
  const timestamps = sql`SELECT *, daySec, toUInt32(openSec + step * ${BAR_SEC}) AS atSec, toUInt32(atSec + ${BAR_SEC}) AS endSec
    FROM (SELECT *, daySec, openSec FROM ${table} ARRAY JOIN ${sessionArrays(sessions)} WHERE hasIntraday = 1) ARRAY JOIN range(${bars}) AS step`
  const rows = sql`SELECT *, ${TRADED} AS old, ${priceSql(sql`atSec`, range)} AS openPrice, ${priceSql(sql`endSec`, range)} AS closePrice
    FROM (${timestamps}) WHERE endSec > ${range.fromSec} AND endSec <= ${range.toSec}`
  return barsSql(rows, 0.0004, bars)
}

function sessionArrays(sessions: readonly Session[]): Sql {
  const list = (values: number[]) => sql`[${joinSql(values)}]::Array(UInt32)`
  return sql`${list(sessions.map(({ daySec }) => daySec))} AS daySec, ${list(sessions.map(({ openSec }) => openSec))} AS openSec, ${list(sessions.map(({ closeSec }) => closeSec))} AS closeSec`
}

/** Full hours of the range, of its last day at most: snapshots have no history. */
function hoursOf({ fromSec, toSec }: DemoRange): number[] {
  const last = Math.floor(toSec / HOUR_SEC)
  const first = Math.max(Math.floor(fromSec / HOUR_SEC) + 1, last - SNAPSHOT_HOURS + 1)
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => (first + index) * HOUR_SEC,
  )
}

async function writeOnchain(stage: Stage, table: Sql, range: DemoRange): Promise<void> {
  const hours = sql`[${joinSql(hoursOf(range), sql`,`)}]::Array(UInt32)`
  const priced = sql`SELECT ticker, number, shares, atSec, ${priceSql(sql`atSec`, range)} AS usd
    FROM (SELECT *, atSec FROM ${table} ARRAY JOIN ${hours} AS atSec WHERE isOnchain = 1 AND NOT endsWith(ticker, '-B'))`
  const chance = (name: string) =>
    sql`(0.5 + (cityHash64(number, ${literal(name)}, intDiv(atSec, 86400)) % 1000) / 1000)`
  await stage.insertSelect(
    equityPerps,
    sql`SELECT ticker, concat(venue, ':', ticker) AS contractSlug, atSec, concat(ticker, '-USD') AS pair, toNullable(usd) AS price,
       toNullable(round(usd * shares * 0.00002 * ${chance('v')})) AS volume24h, toNullable(round(usd * shares * 0.00001 * ${chance('o')})) AS openInterest,
       toNullable(round(20 * ${chance('f')} - 14, 2)) AS annualizedFundingRate, toNullable(concat('https://', venue, '.example/trade/', ticker)) AS tradeUrl,
       toNullable(venue) AS exchangeProtocolSlug, toNullable('example-markets') AS rwaPlatformSlug, toNullable(if(venue = 'tidal-perps', 'DEX', 'CEX')) AS exchangeType
     FROM (${priced}) ARRAY JOIN ['tidal-perps', 'open-desk'] AS venue WHERE venue = 'tidal-perps' OR number % 3 = 0`,
  )
  await stage.insertSelect(
    equityTokens,
    sql`SELECT ticker, concat('backed-', lower(ticker)) AS assetSlug, atSec, 'Example Issuer' AS issuer, toNullable('example-issuer') AS issuerRwaPlatformSlug,
       toNullable(usd * 0.999) AS price, toNullable(round(usd * 0.999 * shares * 0.000004 * ${chance('t')})) AS activeMarketcap FROM (${priced})`,
  )
}
