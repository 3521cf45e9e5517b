import type { StateDefinition, States } from '../../cache/states.ts'
import { HOUR_SEC, LATEST_UNIX_SEC } from '../../lib/clock.ts'
import { AlmanacError, invalidParameter } from '../../lib/errors.ts'
import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { RoundReport } from './derive/disclosed-rounds.ts'
import { type Mark, type MonthlyValuation, monthlyValuations } from './derive/monthly-valuations.ts'
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

type CompanyMark = Mark & { company: string }
type CompanyReport = RoundReport & { company: string }

export interface Companies {
  /** In registry order, by id. */
  byId: ReadonlyMap<string, Company>
  /** When the newest of their rows was recorded. */
  updatedMs: number
  /** By company, in order of time, of those too that nobody has described yet. */
  marks: ReadonlyMap<string, readonly CompanyMark[]>
  reports: ReadonlyMap<string, readonly CompanyReport[]>
  /**
   * Months of marks that were worked out before: a company without a new mark keeps its list of
   * them, and with it these.
   */
  months: WeakMap<readonly Mark[], readonly MonthlyValuation[]>
}

/**
 * All companies in memory: there are hundreds, with some thousand marks each at the most. Later
 * runs are added row by row.
 */
export const companiesState: StateDefinition<Companies> = {
  name: 'preIpo.companies',
  reads: [preIpoCompanies, preIpoMarks, preIpoRounds],
  build: (snapshot) =>
    bringUpToDate(
      { marks: new Map(), reports: new Map(), months: new WeakMap(), updatedMs: 0 },
      snapshot,
      0,
    ),
  update: (known, snapshot, sinceRun) => bringUpToDate(known, snapshot, sinceRun),
}

const IS_NEW = 'run > {sinceRun:UInt32}'

async function bringUpToDate(
  known: Omit<Companies, 'byId'>,
  snapshot: Snapshot,
  sinceRun: number,
): Promise<Companies> {
  // Side by side: little of it is new, and planning each question takes the engine longer than
  // answering it.
  const [rows, newMarks, newReports, newestMs] = await Promise.all([
    snapshot.query<Omit<Company, 'marks' | 'reports'>>(
      `SELECT company AS id, name, description, website, sector FROM ${snapshot.current(preIpoCompanies)} ORDER BY rank, id`,
    ),
    snapshot.query<CompanyMark>(
      `SELECT company, source, atSec, valuationUsd FROM ${snapshot.current(preIpoMarks, IS_NEW)} ORDER BY company, atSec, source`,
      { sinceRun },
    ),
    snapshot.query<CompanyReport>(
      `SELECT company, source, report, atSec, amountUsd, valuationUsd, series FROM ${snapshot.current(preIpoRounds, IS_NEW)} ORDER BY company, atSec, source, report`,
      { sinceRun },
    ),
    readNewestMs(snapshot, [preIpoCompanies, preIpoMarks, preIpoRounds], sinceRun),
  ])
  const marks = withLater(known.marks, newMarks, ({ source, atSec }) => `${atSec} ${source}`)
  const reports = withLater(
    known.reports,
    newReports,
    ({ source, report, atSec }) => `${atSec} ${source} ${report}`,
  )
  const byId = new Map(
    rows.map((row) => [
      row.id,
      { ...row, marks: marks.get(row.id) ?? [], reports: reports.get(row.id) ?? [] },
    ]),
  )
  return {
    byId,
    marks,
    reports,
    months: known.months,
    updatedMs: Math.max(known.updatedMs, newestMs),
  }
}

/** Rows by company with later ones in their places: one with the same key is replaced. */
function withLater<T extends { company: string; atSec: number }>(
  known: ReadonlyMap<string, readonly T[]>,
  later: readonly T[],
  keyOf: (row: T) => string,
): Map<string, readonly T[]> {
  const merged = new Map(known)
  for (const [company, added] of Map.groupBy(later, (row) => row.company)) {
    const before = known.get(company) ?? []
    // Mostly a new day is added: all before it stays as it is.
    const kept = before.findLastIndex(({ atSec }) => atSec < (added[0]?.atSec ?? 0)) + 1
    const keys = new Set(added.map(keyOf))
    const rest = before.slice(kept).filter((row) => !keys.has(keyOf(row)))
    merged.set(company, [
      ...before.slice(0, kept),
      ...[...rest, ...added].sort((a, b) => a.atSec - b.atSec),
    ])
  }
  return merged
}

/** The monthly estimates of a company. */
export function listMonths(
  { months }: Pick<Companies, 'months'>,
  { marks }: Company,
  nowSec: number,
): readonly MonthlyValuation[] {
  // Without marks of days to come they are the same whenever they are asked for.
  if ((marks.at(-1)?.atSec ?? 0) > nowSec) return monthlyValuations(marks, nowSec)
  const known = months.get(marks) ?? monthlyValuations(marks, nowSec)
  months.set(marks, known)
  return known
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

interface Asker {
  snapshot: Snapshot
  states: States
}

export interface Venues {
  updatedMs: number
  perps: PerpRow[]
  tokens: TokenRow[]
}

/**
 * Time of the newest venue of all, 0 without one: it is the same for every company, and finding it
 * reads all times there are.
 */
const newestVenueState: StateDefinition<number> = {
  name: 'preIpo.newestVenue',
  reads: [preIpoPerps, preIpoTokens],
  build: (snapshot) => readNewestVenue(snapshot, LATEST_UNIX_SEC),
}

async function readNewestVenue(snapshot: Snapshot, nowSec: number): Promise<number> {
  const [found] = await snapshot.query<{ newestSec: number }>(
    `SELECT max(atSec) AS newestSec FROM (
       SELECT atSec ${snapshot.versions(preIpoPerps, UP_TO_NOW)} UNION ALL SELECT atSec ${snapshot.versions(preIpoTokens, UP_TO_NOW)})`,
    { nowSec },
  )
  return found?.newestSec ?? 0
}

/**
 * Where a company is traded, by the newest snapshot of all venues; `undefined` as long as none was
 * taken.
 */
export async function findVenues(
  { snapshot, states }: Asker,
  company: string,
  nowSec: number,
): Promise<Venues | undefined> {
  const newest = await states.get(newestVenueState, snapshot)
  // Where some are dated ahead, the newest up to now is looked for.
  const newestSec = newest <= nowSec ? newest : await readNewestVenue(snapshot, nowSec)
  if (newestSec === 0) return undefined
  // Venues of one snapshot are read one after the other, so their times may differ by some minutes.
  const params = { company, nowSec, sinceSec: newestSec - HOUR_SEC }
  const ofSnapshot = `company = {company:String} AND atSec > {sinceSec:UInt32} AND ${UP_TO_NOW}`
  const [perps, tokens] = await Promise.all([
    snapshot.query<PerpRow>(
      `SELECT * EXCEPT (company, atSec, quality, run, recordedAt) FROM ${snapshot.current(preIpoPerps, ofSnapshot)} ORDER BY exchange, contract, atSec DESC LIMIT 1 BY exchange, contract`,
      params,
    ),
    snapshot.query<TokenRow>(
      `SELECT * EXCEPT (company, atSec, quality, run, recordedAt) FROM ${snapshot.current(preIpoTokens, ofSnapshot)} ORDER BY issuer, atSec DESC LIMIT 1 BY issuer`,
      params,
    ),
  ])
  return { updatedMs: newestSec * 1000, perps, tokens }
}

const UP_TO_NOW = 'atSec <= {nowSec:UInt32}'

/** When the newest row of later runs was recorded; 0 where there is none. */
async function readNewestMs(
  snapshot: Snapshot,
  facts: readonly Fact[],
  sinceRun: number,
): Promise<number> {
  const each = facts.map(
    (fact) => `SELECT max(recordedAt) AS newest ${snapshot.versions(fact, IS_NEW)}`,
  )
  const [row] = await snapshot.query<{ newestMs: number }>(
    `SELECT toUnixTimestamp64Milli(max(newest)) AS newestMs FROM (${each.join(' UNION ALL ')})`,
    { sinceRun },
  )
  return Number(row?.newestMs ?? 0)
}

/**
 * The company a question names, by its id in any case; one that is not there is an absent snapshot
 * (contract, Errors).
 */
export function getCompany({ byId }: Companies, company: string | undefined): Company {
  if (company === undefined)
    throw invalidParameter('company', 'is required: an id from /pre-ipo/v1/companies-list.')
  const found = byId.get(company.trim().toLowerCase())
  if (found !== undefined) return found
  throw new AlmanacError(
    'snapshot_missing',
    'There is no snapshot of that company. GET /pre-ipo/v1/companies-list lists the ids; names are not accepted.',
  )
}
