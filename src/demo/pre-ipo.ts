import parts from '../../data/demo-parts.json' with { type: 'json' }
import {
  BACKINGS,
  preIpoCompanies,
  preIpoMarks,
  preIpoPerps,
  preIpoRounds,
  preIpoTokens,
} from '../domains/pre-ipo/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import { toSlug } from '../lib/slug.ts'
import { joinSql, literal, type Sql, sql } from '../lib/sql.ts'
import { type DemoRange, endsStep, timestampsSql } from './demo-range.ts'
import type { DemoPart, DemoTarget } from './demo-world.ts'
import { MARKET_MOOD_SQL, waveSql } from './market/market-sql.ts'
import { inOrder, rowsSql } from './rows.ts'

const { words, sectors: SECTORS, markets: SOURCES, reporters, series: SERIES } = parts.preIpo
const SHARES = 10_000_000

type DemoCompany = ReturnType<typeof demoCompanies>[number]

/** Sixty private companies: the last five on no marketplace, every third traded onchain. */
function demoCompanies() {
  return SECTORS.flatMap((sector, row) =>
    words.map((word, column) => {
      const name = `${word} ${sector === 'Artificial Intelligence' ? 'Minds' : sector}`
      const rank = column * SECTORS.length + row + 1
      // The size is the value in US dollars when all waves are at zero.
      return { company: toSlug(name), name, sector, rank, size: 90e9 / rank ** 1.2 }
    }),
  )
}

const isMarked = ({ rank }: DemoCompany) => rank <= 55
const isTraded = ({ rank }: DemoCompany) => rank % 3 === 0

/** SQL of what a company is worth at `atSec`: the market's mood and a wave of its own. */
const WORTH_SQL = sql`size * exp(0.4 * (${MARKET_MOOD_SQL}) + ${waveSql(410, 0.3, sql`(cityHash64(company) % 628) / 100`)})`

/** Private companies of the demo world: marks at midnight, venues by the hour. */
export const preIpoDemo: DemoPart = {
  name: 'private companies',
  write: async (target) => {
    const companies = inOrder(demoCompanies(), ({ company }) => [company])
    if (target.isFirst) await writeCompanies(target, companies)
    if (endsStep(target.range, DAY_SEC)) await writeMarks(target, companies.filter(isMarked))
    if (endsStep(target.range, HOUR_SEC))
      await writeVenues(
        target,
        companies.filter((company) => isMarked(company) && isTraded(company)),
      )
  },
}

async function writeCompanies(
  { stage, range }: DemoTarget,
  companies: readonly DemoCompany[],
): Promise<void> {
  await stage.insertRows(
    preIpoCompanies,
    companies.map(({ company, name, sector, rank }) => ({
      company,
      rank,
      name,
      description: `${name} works in ${sector.toLowerCase()}.`,
      website: `https://${company}.example.org`,
      sector,
    })),
  )
  await stage.insertRows(
    preIpoRounds,
    companies.flatMap((company) => roundsOf(company, range)),
  )
}

function companiesSql(companies: readonly DemoCompany[]): Sql {
  return rowsSql(
    sql`company String, size Float64`,
    companies.map(({ company, size }) => [company, size]),
  )
}

async function writeMarks(
  { stage, range }: DemoTarget,
  companies: readonly DemoCompany[],
): Promise<void> {
  const noise = sql`(1 + 0.06 * ((cityHash64(company, source, atSec) % 2001) / 1000 - 1))`
  await stage.insertSelect(
    preIpoMarks,
    sql`SELECT company, source, atSec, round(${WORTH_SQL} * ${noise}) AS valuationUsd
     FROM ${companiesSql(companies)} AS marked
     CROSS JOIN (SELECT arrayJoin([${joinSql(SOURCES.map((source) => sql`${literal(source)}`))}]) AS source) AS market
     CROSS JOIN (${timestampsSql(range, DAY_SEC, 0)}) AS timestamp
     WHERE (intDiv(atSec, ${DAY_SEC}) + cityHash64(company, source)) % 9 = 0`,
  )
}

async function writeVenues(
  { stage, range }: DemoTarget,
  companies: readonly DemoCompany[],
): Promise<void> {
  const atSec = range.toSec - (range.toSec % HOUR_SEC)
  const from = sql`FROM (SELECT company, size, toUInt32(${atSec}) AS atSec, ${WORTH_SQL} AS worth FROM ${companiesSql(companies)})`
  await stage.insertSelect(
    preIpoPerps,
    sql`SELECT company, 'Harbor Perps' AS exchange, concat(upper(substring(company, 1, 4)), '-USD') AS contract, atSec, 'DEX' AS exchangeType,
       'harbor-perps' AS platformSlug, worth * 0.0004 AS openInterestUsd, worth * 0.0002 AS volumeUsd, worth * 1.01 / ${SHARES} AS priceUsd,
       toFloat64(cityHash64(company) % 300) / 10 - 5 AS fundingPct, concat('https://example.org/trade/', company) AS tradeUrl, worth * 1.01 AS valuationUsd ${from}`,
  )
  const backing = sql`[${joinSql(BACKINGS.map((name) => sql`${literal(name)}`))}][1 + cityHash64(company, issuer) % ${BACKINGS.length}]`
  await stage.insertSelect(
    preIpoTokens,
    sql`SELECT company, issuer, atSec, replaceAll(lower(issuer), ' ', '-') AS slug, ${backing} AS backing, concat('https://example.org/shares/', company) AS productUrl,
       worth * 0.99 / ${SHARES} AS priceUsd, worth * 0.002 AS marketCapUsd, worth * 0.99 AS valuationUsd
     FROM (SELECT *, arrayJoin(['Cedar Shares', 'Quarry Notes']) AS issuer ${from})`,
  )
}

/** Two to five rounds, each reported by one to three sources that differ a little. */
function roundsOf({ company, rank, size }: DemoCompany, { firstDaySec }: DemoRange) {
  const count = 2 + (rank % 4)
  return SERIES.slice(0, count).flatMap((series, index) => {
    const valuationUsd = Math.round((size * 0.8) / 2.2 ** (count - 1 - index))
    const daySec = firstDaySec + (500 - 260 * (count - 1 - index)) * DAY_SEC
    return Array.from({ length: 1 + ((rank + index) % 3) }, (_, reporter) => ({
      company,
      source: reporters[reporter],
      report: `${company}-${index}`,
      atSec: daySec + reporter * 3 * DAY_SEC,
      amountUsd: Math.round(valuationUsd * 0.1 * (1 + 0.02 * reporter)),
      valuationUsd: reporter === 2 ? null : Math.round(valuationUsd * (1 + 0.01 * reporter)),
      series: reporter === 1 ? null : series,
    }))
  })
}
