import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { dateOf, dayOf } from '../derive/days.ts'
import { equityFilings } from '../facts.ts'
import { COMPANY_FACTS, type Companies, companiesState } from './companies.ts'
import { type EventsByCik, readAllEvents, readFewEvents, yearEndOf } from './earnings.ts'

/** Events of companies, and what they were worked out from besides filings. */
export interface Earnings {
  readonly events: EventsByCik
  /** Ends of fiscal years by company; one that changes makes other quarters of the same filings. */
  readonly yearEnds: ReadonlyMap<string, string | null>
  /** The newest day of a filing, from which the years that are looked at count back. */
  readonly newestDate: string
}

// Estimates look three years back, and their drift two years more; the rest is for events that are
// shown.
const RECENT_DAYS = 9 * 366
/** How far back events of the recent picture are the same as those of the whole history. */
export const RECENT_EVENT_DAYS = 3 * 365
// Most runs bring news of a few companies, the files of a season news of most.
const FEW = 20
const REBUILD_ABOVE = 2_000

/**
 * Past and coming reports of all companies from the filings of the last years, which is what a
 * market-wide calendar shows.
 */
export const recentEarningsState: StateDefinition<Earnings> = earningsStateSince(
  'equities.recentEarnings',
  RECENT_DAYS,
)

/** The same from all of history, for those who ask for older dates. */
export const allEarningsState: StateDefinition<Earnings> = earningsStateSince(
  'equities.allEarnings',
  undefined,
)

function earningsStateSince(name: string, days: number | undefined): StateDefinition<Earnings> {
  const load = async (
    snapshot: Snapshot,
    companies: Companies,
    newestDate: string,
    only?: readonly string[],
  ): Promise<Earnings> => {
    const sinceDate =
      days === undefined || newestDate === '' ? '' : dateOf(dayOf(newestDate) - days)
    const events =
      only === undefined || only.length > FEW
        ? await readAllEvents(snapshot, companies, only, sinceDate)
        : await readFewEvents(snapshot, yearEndsOf(companies, only), sinceDate)
    return { events, yearEnds: yearEndsOf(companies, [...events.keys()]), newestDate }
  }
  return {
    name,
    reads: [...COMPANY_FACTS, equityFilings],
    build: async (snapshot, states) => {
      const [companies, newestDate] = await Promise.all([
        states.get(companiesState, snapshot),
        readNewestDate(snapshot),
      ])
      return load(snapshot, companies, newestDate)
    },
    update: async (known, snapshot, sinceRun, states) => {
      const [companies, filed] = await Promise.all([
        states.get(companiesState, snapshot),
        readFilers(snapshot, sinceRun),
      ])
      const newestDate =
        [known.newestDate, ...filed.map(({ lastDate }) => lastDate)].sort().at(-1) ?? ''
      const otherYears = [...known.yearEnds].filter(
        ([cik, yearEnd]) => yearEndOf(companies, cik) !== yearEnd,
      )
      const touched = new Set([...filed.map(({ cik }) => cik), ...otherYears.map(([cik]) => cik)])
      if (touched.size > REBUILD_ABOVE) return load(snapshot, companies, newestDate)
      if (touched.size === 0) return known
      const later = await load(snapshot, companies, newestDate, [...touched])
      return {
        events: replaced(known.events, later.events, touched),
        yearEnds: replaced(known.yearEnds, later.yearEnds, touched),
        newestDate,
      }
    },
  }
}

function yearEndsOf(companies: Companies, ciks: readonly string[]): Map<string, string | null> {
  return new Map(ciks.map((cik) => [cik, yearEndOf(companies, cik)]))
}

/**
 * A copy, so that an answer that is being made goes on with the picture it began with; what is
 * touched and not found again is gone.
 */
function replaced<T>(
  known: ReadonlyMap<string, T>,
  later: ReadonlyMap<string, T>,
  touched: ReadonlySet<string>,
): Map<string, T> {
  const merged = new Map(known)
  for (const cik of touched) {
    const found = later.get(cik)
    if (found === undefined) merged.delete(cik)
    else merged.set(cik, found)
  }
  return merged
}

async function readNewestDate(snapshot: Snapshot): Promise<string> {
  const [row] = await snapshot.query<{ newest: string }>(
    `SELECT max(toString(filingDate)) AS newest ${snapshot.versions(equityFilings)}`,
  )
  return row?.newest ?? ''
}

/** Who has filed in the runs after one, and the newest day of it. */
function readFilers(
  snapshot: Snapshot,
  sinceRun: number,
): Promise<{ cik: string; lastDate: string }[]> {
  return snapshot.query(
    `SELECT cik, max(toString(filingDate)) AS lastDate ${snapshot.versions(equityFilings, 'run > {sinceRun:UInt32}')} GROUP BY cik`,
    { sinceRun },
  )
}
