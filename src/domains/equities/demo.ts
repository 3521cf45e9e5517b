import type { DemoPart, DemoRange } from '../../ingest/demo.ts'
import type { Stage } from '../../ingest/run.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { Engine } from '../../store/engine.ts'
import { DATABASE } from '../../store/tables.ts'
import { demoBooks } from './demo-books.ts'
import { DEMO_RATES, DEMO_SECTORS, type DemoCompany, demoCompanies, demoShare } from './demo-cast.ts'
import { companyFactsFile, demoFilings, easternSec, submissionsColumns } from './demo-filings.ts'
import { isWeekend } from './derive/days.ts'
import {
  companyFacts,
  currencyRates,
  equityBars,
  equityDividends,
  equityFilers,
  equityFilings,
  equityIntraday,
  equityListings,
  equityPerps,
  equityProfiles,
  equitySectors,
  equitySplits,
  equityTokens,
} from './facts.ts'
import { transformCompanyFacts } from './ingest/company-facts.ts'
import { insertPacked, type PackedRows, type PackedTarget, packRows } from './ingest/packed-rows.ts'
import { transformFilings } from './ingest/submissions.ts'

const OPEN_SEC = 9.5 * HOUR_SEC
const CLOSE_SEC = 16 * HOUR_SEC
const BAR_SEC = 300
const INTRADAY_DAYS = 14
const SNAPSHOT_HOURS = 24

/** Listed companies of the demo world: filings as the regulator publishes them, taken in by the same rules, and bars. */
export const equitiesDemo: DemoPart = {
  describe: async (stage, range) => {
    const companies = demoCompanies()
    await stage.insertRows(equityListings, companies.flatMap(listingsOf))
    await stage.insertRows(equityProfiles, companies.map(profileOf))
    await stage.insertRows(
      equitySectors,
      Object.entries(DEMO_SECTORS).map(([sector, description]) => ({ sector, description })),
    )
    await stage.insertRows(
      equityFilers,
      companies.map(({ cik, name, yearEnd, industry }) => ({ cik, name, fiscalYearEnd: yearEnd, industryText: industry })),
    )
    await stage.insertRows(
      currencyRates,
      Object.entries(DEMO_RATES).map(([currency, usd]) => ({ currency, usd, atSec: range.firstDaySec })),
    )
    await stage.insertRows(
      equitySplits,
      companies.flatMap(({ ticker, country, splitDay }) =>
        splitDay === undefined ? [] : [{ ticker, country, atSec: range.firstDaySec + splitDay * DAY_SEC, ratio: 4 }],
      ),
    )
  },
  generate: async (stage, range, engine) => {
    const companies = demoCompanies()
    await generateFilings({ stage, engine }, range, companies)
    await generateBars(stage, range, engine, companies)
  },
}

function listingsOf({ ticker, country, currency, cik, name, number }: DemoCompany) {
  const base = { ticker, country, cik, companyName: name, exchange: null, currency, rank: 0, listedFromSec: null, delistedSec: null }
  // One company has a second share class.
  return number === 5 ? [base, { ...base, ticker: `${ticker}-B`, rank: 1 }] : [base]
}

function profileOf({ ticker, country, sector, industry, marketCap, price, number, name }: DemoCompany) {
  const employees = Math.round(400 + (marketCap * (DEMO_RATES[country] ?? 1)) / 1e7 / (1 + demoShare('staff', number)))
  return {
    ticker,
    country,
    sector,
    industry,
    employees,
    description: `${name} is made up.`,
    floatShares: Math.round((marketCap / price) * 0.85),
  }
}

/** Filings that were accepted in the stretch, with their figures, and the dividends of the quarters behind them. */
async function generateFilings(target: PackedTarget, range: DemoRange, companies: readonly DemoCompany[]): Promise<void> {
  const firstDay = range.firstDaySec / DAY_SEC
  const fromSec = range.fromSec < range.firstDaySec ? 0 : range.fromSec
  const filings: PackedRows[] = []
  const figures: PackedRows[] = []
  const dividends: PackedRows[] = []
  for (const company of companies) {
    const due = demoFilings(company, firstDay, fromSec, range.toSec)
    if (due.length === 0) continue
    const untilDay = range.toSec / DAY_SEC
    const rows = transformFilings(company.cik, submissionsColumns(due)).map((row) => ({
      ...row,
      primaryDocumentUrl: `https://filings.example/${row.accession}/report.htm`,
    }))
    filings.push(...packRows(rows, ['cik']))
    figures.push(...transformCompanyFacts(companyFactsFile(company, due, firstDay, untilDay)))
    dividends.push(...packRows(dividendsOf(company, due, firstDay, untilDay), ['ticker', 'country']))
  }
  await insertPacked(target, equityFilings, filings)
  await insertPacked(target, companyFacts, figures)
  await insertPacked(target, equityDividends, dividends)
}

/** A dividend goes ex on the day of the report that shows it. */
function dividendsOf(company: DemoCompany, due: ReturnType<typeof demoFilings>, firstDay: number, untilDay: number): object[] {
  if (!company.paysDividends) return []
  const books = new Map(demoBooks(company, firstDay, untilDay).map((book) => [book.endDay, book]))
  return due.flatMap(({ form, endDay, acceptedSec }) => {
    const book = books.get(endDay)
    const paid = book?.flows.dividendsPaid ?? 0
    if (form === '8-K' || book === undefined || paid === 0) return []
    const { ticker, country } = company
    return [{ ticker, country, atSec: acceptedSec - (acceptedSec % DAY_SEC), amount: Math.round((paid / book.shares) * 1e4) / 1e4 }]
  })
}

/** Sessions whose open lies not after the end of the stretch and whose close not before its start. */
function sessionsOf(range: DemoRange): { daySec: number; openSec: number; closeSec: number }[] {
  const sessions: { daySec: number; openSec: number; closeSec: number }[] = []
  for (let day = Math.floor(range.fromSec / DAY_SEC); day <= Math.floor(range.toSec / DAY_SEC); day++) {
    const [openSec, closeSec] = [easternSec(day, OPEN_SEC), easternSec(day, CLOSE_SEC)]
    if (!isWeekend(day) && day * DAY_SEC >= range.firstDaySec && closeSec > range.fromSec && openSec < range.toSec)
      sessions.push({ daySec: day * DAY_SEC, openSec, closeSec })
  }
  return sessions
}

async function generateBars(stage: Stage, range: DemoRange, engine: Engine, companies: readonly DemoCompany[]): Promise<void> {
  const sessions = sessionsOf(range)
  const ended = sessions.filter(({ closeSec }) => closeSec <= range.toSec)
  const hours = hoursOf(range)
  if (sessions.length === 0 && hours.length === 0) return
  const table = `${DATABASE}.stage_demo_equities_${stage.run}`
  await engine.command(
    `CREATE OR REPLACE TABLE ${table} (ticker String, country String, number UInt32, price Float64, shares Float64, splitSec UInt32, hasIntraday UInt8, isOnchain UInt8) ENGINE = Memory`,
  )
  try {
    await engine.insert(
      table,
      companies.flatMap((company) => listingsOf(company).map(({ ticker, country }) => tableRow(company, ticker, country, range))),
    )
    if (ended.length > 0) await stage.insertSelect(equityBars, dailySql(table, ended))
    const recent = sessions.filter(({ daySec }) => daySec > range.toSec - INTRADAY_DAYS * DAY_SEC)
    if (recent.length > 0) await stage.insertSelect(equityIntraday, intradaySql(table, recent, range))
    if (hours.length > 0) await generateOnchain(stage, table, hours)
  } finally {
    await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`)
  }
}

function tableRow(company: DemoCompany, ticker: string, country: string, range: DemoRange): object {
  const { number, price, marketCap, splitDay } = company
  const splitSec = splitDay === undefined ? 0 : range.firstDaySec + splitDay * DAY_SEC
  return {
    ticker,
    country,
    number,
    price,
    shares: marketCap / price,
    splitSec,
    hasIntraday: Number(company.hasIntraday),
    isOnchain: Number(company.isOnchain),
  }
}

/** SQL of the price of a share at a moment: slow and quick waves around the company's own price, in today's shares. */
function priceSql(atSec: string): string {
  const wave = (size: number, days: number, name: string) =>
    `${size} * sin(6.283185307 * ${atSec} / ${days * DAY_SEC} + (cityHash64(number, '${name}') % 628) / 100)`
  return `price * exp(${wave(0.16, 420, 'a')} + ${wave(0.07, 95, 'b')} + ${wave(0.025, 19, 'c')} + ${wave(0.011, 3.7, 'd')})`
}

const TRADED = 'if(daySec < splitSec, 4, 1)'
const VOLUME = '(shares * 0.004 * (0.7 + (cityHash64(number, daySec) % 600) / 1000))'

function dailySql(table: string, sessions: readonly { daySec: number; openSec: number; closeSec: number }[]): string {
  return `SELECT ticker, country, daySec AS atSec, ${TRADED} AS old, ${priceSql('openSec')} * old AS open, ${priceSql('closeSec')} * old AS close,
      greatest(open, close) * 1.006 AS high, least(open, close) * 0.994 AS low, round(${VOLUME} / old) AS volume
    FROM ${table} ARRAY JOIN ${sessionArrays(sessions)}`
}

function intradaySql(
  table: string,
  sessions: readonly { daySec: number; openSec: number; closeSec: number }[],
  { fromSec, toSec }: DemoRange,
): string {
  const bars = (CLOSE_SEC - OPEN_SEC) / BAR_SEC
  return `SELECT ticker, country, toUInt32(openSec + step * ${BAR_SEC}) AS atSec, ${TRADED} AS old, ${priceSql('atSec')} * old AS open,
      ${priceSql(`(atSec + ${BAR_SEC})`)} * old AS close, greatest(open, close) * 1.0004 AS high, least(open, close) * 0.9996 AS low, round(${VOLUME} / old / ${bars}) AS volume
    FROM (SELECT *, daySec, openSec FROM ${table} ARRAY JOIN ${sessionArrays(sessions)} WHERE hasIntraday = 1) ARRAY JOIN range(${bars}) AS step
    WHERE atSec + ${BAR_SEC} > ${fromSec} AND atSec + ${BAR_SEC} <= ${toSec}`
}

function sessionArrays(sessions: readonly { daySec: number; openSec: number; closeSec: number }[]): string {
  const list = (values: number[]) => `[${values.join(',')}]::Array(UInt32)`
  return `${list(sessions.map(({ daySec }) => daySec))} AS daySec, ${list(sessions.map(({ openSec }) => openSec))} AS openSec, ${list(sessions.map(({ closeSec }) => closeSec))} AS closeSec`
}

/** Full hours of the stretch, of its last day at most: snapshots have no history. */
function hoursOf({ fromSec, toSec }: DemoRange): number[] {
  const last = Math.floor(toSec / HOUR_SEC)
  const first = Math.max(Math.floor(fromSec / HOUR_SEC) + 1, last - SNAPSHOT_HOURS + 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * HOUR_SEC)
}

async function generateOnchain(stage: Stage, table: string, hours: readonly number[]): Promise<void> {
  const from = `FROM (SELECT * FROM ${table} WHERE isOnchain = 1 AND NOT endsWith(ticker, '-B')) ARRAY JOIN [${hours.join(',')}]::Array(UInt32) AS atSec`
  const chance = (name: string) => `(0.5 + (cityHash64(number, '${name}', intDiv(atSec, 86400)) % 1000) / 1000)`
  await stage.insertSelect(
    equityPerps,
    `SELECT ticker, concat(venue, ':', ticker) AS contractSlug, atSec, concat(ticker, '-USD') AS pair, toNullable(${priceSql('atSec')}) AS price,
       toNullable(round(price * shares * 0.00002 * ${chance('v')})) AS volume24h, toNullable(round(price * shares * 0.00001 * ${chance('o')})) AS openInterest,
       toNullable(round(20 * ${chance('f')} - 14, 2)) AS annualizedFundingRate, toNullable(concat('https://', venue, '.example/trade/', ticker)) AS tradeUrl,
       toNullable(venue) AS exchangeProtocolSlug, toNullable('example-markets') AS rwaPlatformSlug, toNullable(if(venue = 'tidal-perps', 'DEX', 'CEX')) AS exchangeType
     FROM (SELECT *, atSec ${from}) ARRAY JOIN ['tidal-perps', 'open-desk'] AS venue WHERE venue = 'tidal-perps' OR number % 3 = 0`,
  )
  await stage.insertSelect(
    equityTokens,
    `SELECT ticker, concat('backed-', lower(ticker)) AS assetSlug, atSec, 'Example Issuer' AS issuer, toNullable('example-issuer') AS issuerRwaPlatformSlug,
       toNullable(${priceSql('atSec')} * 0.999) AS price, toNullable(round(price * shares * 0.000004 * ${chance('t')})) AS activeMarketcap ${from}`,
  )
}
