import { amongKeys } from '../../cache/among-keys.ts'
import { keyedState } from '../../cache/state.ts'
import type { RowsBehind } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { at } from '../../lib/at.ts'
import { HOUR_SEC, LATEST_UNIX_SEC } from '../../lib/clock.ts'
import { AlmanacError, invalidParameter } from '../../lib/errors.ts'
import { joinSql, sql } from '../../lib/sql.ts'
import type { RecordRow } from '../../records/record.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { RoundReport } from './derive/disclosed-rounds.ts'
import {
  type MonthlyValuation,
  monthlyValuation,
  type SourceMeans,
} from './derive/valuation-figures.ts'
import { preIpoCompanies, preIpoMarks, preIpoPerps, preIpoRounds, preIpoTokens } from './facts.ts'
import type { aboutRecord, PerpRow, TokenRow } from './records.ts'

type Reading = Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>

/** A private company with the reports of its rounds. */
export interface Company extends RecordRow<typeof aboutRecord> {
  readonly rank: number
  /** In order of time. */
  readonly reports: readonly RoundReport[]
}

export const companiesState = keyedState<string, Company>({
  name: 'preIpo.companies',
  reads: [preIpoCompanies, preIpoRounds],
  key: sql`company`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`company`, keys)
    const [companies, reports] = await Promise.all([
      snapshot.query<Omit<Company, 'reports'>>(
        sql`SELECT company, toFloat64(rank) AS rank, name, description, website, sector
         FROM ${snapshot.current(preIpoCompanies, where)}`,
        { keys },
      ),
      snapshot.query<RoundReport & { company: string }>(
        sql`SELECT company, source, report, atSec, amountUsd, valuationUsd, series
         FROM ${snapshot.current(preIpoRounds, where)} ORDER BY company, atSec, source, report`,
        { keys },
      ),
    ])
    const reportsOf = Map.groupBy(reports, ({ company }) => company)
    return companies.map((row) => [
      row.company,
      { ...row, reports: reportsOf.get(row.company) ?? [] },
    ])
  },
})

/** All companies in registry order. */
export async function readCompanies({ states, snapshot }: Reading): Promise<Company[]> {
  const companies = await states.get(companiesState, snapshot)
  return [...companies.values()].sort((a, b) => a.rank - b.rank)
}

/** By id, in any case; an unknown one is an absent snapshot (contract, Errors). */
export async function getCompany(
  { states, snapshot }: Reading,
  company: string | undefined,
): Promise<Company> {
  if (company === undefined)
    throw invalidParameter('company', 'is required: an id from /pre-ipo/v1/companies-list.')
  const companies = await states.get(companiesState, snapshot)
  const found = companies.get(company.trim().toLowerCase())
  if (found !== undefined) return found
  throw new AlmanacError(
    'snapshot_missing',
    'There is no snapshot of that company. GET /pre-ipo/v1/companies-list lists the ids; names are not accepted.',
  )
}

/** Monthly estimates up to now, oldest first, by company. */
export async function readMonths(
  { snapshot, nowSec }: Reading,
  company?: string,
): Promise<ReadonlyMap<string, readonly MonthlyValuation[]>> {
  const where = company === undefined ? sql`1` : sql`company = {company:String}`
  // Values are summed in order of size, so that the order of rows does not change the last digit.
  const rows = await snapshot.query<SourceMeans & { company: string }>(
    sql`SELECT company, toString(month) AS date, groupArray(meanUsd) AS sourcesUsd
     FROM (SELECT company, source, toStartOfMonth(toDateTime(atSec, 'UTC')) AS month,
         arraySum(arraySort(groupArray(valuationUsd))) / count() AS meanUsd
       FROM ${snapshot.current(preIpoMarks, sql`${where} AND ${UP_TO_NOW}`)}
       GROUP BY company, source, month)
     GROUP BY company, month ORDER BY company, month`,
    company === undefined ? { nowSec } : { nowSec, company },
  )
  const byCompany = Map.groupBy(rows, (row) => row.company)
  return new Map(Array.from(byCompany, ([id, months]) => [id, months.map(monthlyValuation)]))
}

const UP_TO_NOW = sql`atSec <= {nowSec:UInt32}`
const UPDATED_FACTS = [preIpoCompanies, preIpoMarks, preIpoRounds]

/** When the newest row about any company was recorded; 0 without one. */
export function readUpdatedMs({ snapshot, states }: Reading): Promise<number> {
  return states.memo('preIpo.updatedMs', UPDATED_FACTS, snapshot, async () => {
    const each = UPDATED_FACTS.map((fact) => sql`SELECT recordedAt ${snapshot.versions(fact)}`)
    const rows = await snapshot.query<{ newestMs: number }>(
      sql`SELECT toFloat64(toUnixTimestamp64Milli(max(recordedAt))) AS newestMs
       FROM (${joinSql(each, sql` UNION ALL `)})`,
    )
    return at(rows, 0).newestMs
  })
}

export interface Venues {
  updatedMs: number
  perps: PerpRow[]
  tokens: TokenRow[]
}

/** Where a company is traded, by the newest snapshot of all venues; `undefined` without one. */
export async function findVenues(context: Reading, company: string): Promise<Venues | undefined> {
  const { snapshot, nowSec } = context
  const newestSec = await readNewestVenue(context)
  if (newestSec === 0) return undefined
  // Venues of one snapshot are read one after the other, so their times may differ by some minutes.
  const params = { company, nowSec, sinceSec: newestSec - HOUR_SEC }
  const ofSnapshot = sql`company = {company:String} AND atSec > {sinceSec:UInt32} AND ${UP_TO_NOW}`
  const [perps, tokens] = await Promise.all([
    snapshot.query<PerpRow>(
      sql`SELECT exchange, contract, exchangeType, platformSlug, openInterestUsd, volumeUsd, priceUsd,
         fundingPct, tradeUrl, valuationUsd
       FROM ${snapshot.current(preIpoPerps, ofSnapshot)}
       ORDER BY exchange, contract, atSec DESC LIMIT 1 BY exchange, contract`,
      params,
    ),
    snapshot.query<TokenRow>(
      sql`SELECT issuer, slug, backing, productUrl, priceUsd, marketCapUsd, valuationUsd
       FROM ${snapshot.current(preIpoTokens, ofSnapshot)}
       ORDER BY issuer, atSec DESC LIMIT 1 BY issuer`,
      params,
    ),
  ])
  return { updatedMs: newestSec * 1000, perps, tokens }
}

/** Time of the newest venue up to now, 0 without one. It is the same for every company. */
async function readNewestVenue({ snapshot, states, nowSec }: Reading): Promise<number> {
  const facts = [preIpoPerps, preIpoTokens]
  const newestSec = await states.memo('preIpo.newestVenue', facts, snapshot, () =>
    queryNewestVenue(snapshot, LATEST_UNIX_SEC),
  )
  // Some may be dated ahead.
  return newestSec <= nowSec ? newestSec : queryNewestVenue(snapshot, nowSec)
}

async function queryNewestVenue(snapshot: Snapshot, nowSec: number): Promise<number> {
  const each = [preIpoPerps, preIpoTokens].map(
    (fact) => sql`SELECT max(atSec) AS newest ${snapshot.versions(fact, UP_TO_NOW)}`,
  )
  const rows = await snapshot.query<{ newestSec: number }>(
    sql`SELECT max(newest) AS newestSec FROM (${joinSql(each, sql` UNION ALL `)})`,
    { nowSec },
  )
  return at(rows, 0).newestSec
}

export const privateRowsBehind: RowsBehind = async ({ operation, values }, context) => {
  if (operation === 'preIpo.listCompanies') return {}
  const company = [(await getCompany(context, values.company as string | undefined)).company]
  const filter = { columns: { company } }
  return {
    pre_ipo_companies: filter,
    pre_ipo_marks: filter,
    pre_ipo_rounds: filter,
    pre_ipo_perps: filter,
    pre_ipo_tokens: filter,
  }
}
