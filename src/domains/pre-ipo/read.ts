import type { StateDefinition } from '../../cache/states.ts'
import { HOUR_SEC } from '../../lib/clock.ts'
import { AlmanacError, invalidParameter } from '../../lib/errors.ts'
import type { Fact } from '../../store/fact.ts'
import { current, type Snapshot, visibleVersions } from '../../store/store.ts'
import type { RoundReport } from './derive/disclosed-rounds.ts'
import type { Mark } from './derive/monthly-valuations.ts'
import { preIpoCompanies, preIpoMarks, preIpoPerps, preIpoRounds, preIpoTokens } from './facts.ts'

/** A private company with all that was marked and disclosed of it. */
export interface Company {
  id: string
  name: string
  description: string | null
  website: string | null
  sector: string | null
  marks: readonly Mark[]
  reports: readonly RoundReport[]
}

export interface Companies {
  /** In registry order, by id. */
  byId: ReadonlyMap<string, Company>
  /** When the newest of their rows was recorded. */
  updatedMs: number
}

/** All companies in memory: there are hundreds, with some thousand marks each at the most. */
export const companiesState: StateDefinition<Companies> = {
  name: 'preIpo.companies',
  reads: [preIpoCompanies, preIpoMarks, preIpoRounds],
  build: async (snapshot) => {
    const rows = await snapshot.query<Omit<Company, 'marks' | 'reports'>>(
      `SELECT company AS id, name, description, website, sector FROM ${current(preIpoCompanies)} ORDER BY rank, id`,
    )
    const marks = await snapshot.query<Mark & { company: string }>(
      `SELECT company, source, atSec, valuationUsd FROM ${current(preIpoMarks)} ORDER BY company, atSec, source`,
    )
    const reports = await snapshot.query<RoundReport & { company: string }>(
      `SELECT company, source, report, atSec, amountUsd, valuationUsd, series FROM ${current(preIpoRounds)} ORDER BY company, atSec`,
    )
    const marksOf = Map.groupBy(marks, ({ company }) => company)
    const reportsOf = Map.groupBy(reports, ({ company }) => company)
    const byId = new Map(rows.map((row) => [row.id, { ...row, marks: marksOf.get(row.id) ?? [], reports: reportsOf.get(row.id) ?? [] }]))
    return { byId, updatedMs: await readUpdatedMs(snapshot, [preIpoCompanies, preIpoMarks, preIpoRounds]) }
  },
}

/** A perpetual contract of the newest snapshot. */
export interface PerpRow {
  exchange: string
  contract: string
  exchangeType: string
  platformSlug: string | null
  openInterestUsd: number | null
  volumeUsd: number | null
  priceUsd: number | null
  fundingPct: number | null
  tradeUrl: string | null
  valuationUsd: number | null
}

/** A token of the newest snapshot. */
export interface TokenRow {
  issuer: string
  slug: string | null
  backing: string
  productUrl: string | null
  priceUsd: number | null
  marketCapUsd: number | null
  valuationUsd: number | null
}

export interface Venues {
  updatedMs: number
  perps: PerpRow[]
  tokens: TokenRow[]
}

/** Where a company is traded, by the newest snapshot of all venues; `undefined` as long as none was taken. */
export async function findVenues(snapshot: Snapshot, company: string, nowSec: number): Promise<Venues | undefined> {
  const newest = `SELECT max(atSec) AS newestSec FROM (
      SELECT atSec ${visibleVersions(preIpoPerps, UP_TO_NOW)} UNION ALL SELECT atSec ${visibleVersions(preIpoTokens, UP_TO_NOW)})`
  const [found] = await snapshot.query<{ newestSec: number }>(newest, { nowSec })
  if (found === undefined || found.newestSec === 0) return undefined
  // Venues of one snapshot are read one after the other, so their times may differ by some minutes.
  const params = { company, nowSec, sinceSec: found.newestSec - HOUR_SEC }
  const ofSnapshot = `company = {company:String} AND atSec > {sinceSec:UInt32} AND ${UP_TO_NOW}`
  const perps = await snapshot.query<PerpRow>(
    `SELECT * EXCEPT (company, atSec, quality, run, recordedAt) FROM ${current(preIpoPerps, ofSnapshot)} ORDER BY exchange, contract, atSec DESC LIMIT 1 BY exchange, contract`,
    params,
  )
  const tokens = await snapshot.query<TokenRow>(
    `SELECT * EXCEPT (company, atSec, quality, run, recordedAt) FROM ${current(preIpoTokens, ofSnapshot)} ORDER BY issuer, atSec DESC LIMIT 1 BY issuer`,
    params,
  )
  return { updatedMs: found.newestSec * 1000, perps, tokens }
}

const UP_TO_NOW = 'atSec <= {nowSec:UInt32}'

async function readUpdatedMs(snapshot: Snapshot, facts: readonly Fact[]): Promise<number> {
  const each = facts.map((fact) => `SELECT max(recordedAt) AS newest ${visibleVersions(fact)}`)
  const [row] = await snapshot.query<{ updatedMs: number }>(
    `SELECT toUnixTimestamp64Milli(max(newest)) AS updatedMs FROM (${each.join(' UNION ALL ')})`,
  )
  return Number(row?.updatedMs ?? 0)
}

/** The company a question names, by its id in any case; one that is not there is an absent snapshot (contract, Errors). */
export function getCompany({ byId }: Companies, company: string | undefined): Company {
  if (company === undefined) throw invalidParameter('company', 'is required: an id from /pre-ipo/v1/companies-list.')
  const found = byId.get(company.trim().toLowerCase())
  if (found !== undefined) return found
  throw new AlmanacError(
    'snapshot_missing',
    'There is no snapshot of that company. GET /pre-ipo/v1/companies-list lists the ids; names are not accepted.',
  )
}
