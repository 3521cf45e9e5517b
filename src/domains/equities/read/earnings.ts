import type { StateDefinition, States } from '../../../cache/states.ts'
import { current, type Snapshot, visibleVersions } from '../../../store/store.ts'
import { tableOf } from '../../../store/tables.ts'
import { dateOf, dayOf } from '../derive/days.ts'
import { type EarningsEvent, earningsEvents } from '../derive/earnings-events.ts'
import type { EarningsFiling } from '../derive/earnings-filing.ts'
import { equityFilers, equityFilings } from '../facts.ts'
import { COMPANY_FACTS, type Companies, type Company, companiesState } from './companies.ts'

export type EventsByCik = ReadonlyMap<string, readonly EarningsEvent[]>

// Forms that may announce or hold results; which of them do, the rule says.
const FORMS = "form IN ('10-Q', '10-QT', '10-K', '10-KT', '20-F', '40-F', '8-K', '6-K') AND (form != '8-K' OR items LIKE '%2.02%')"
// Estimates look three years back, and their drift two years more; the rest is for events that are shown.
const RECENT_DAYS = 9 * 366
/** How far back events of the recent picture are the same as those of the whole history. */
export const RECENT_EVENT_DAYS = 3 * 365
const REBUILD_ABOVE = 2_000

type Row = EarningsFiling & { cik: string }

/** Past and coming reports of all companies from the filings of the last years, which is what a market-wide calendar shows. */
export const recentEarningsState: StateDefinition<EventsByCik> = earningsStateSince('equities.recentEarnings', RECENT_DAYS)

/** The same from all of history, for those who ask for older dates. */
export const allEarningsState: StateDefinition<EventsByCik> = earningsStateSince('equities.allEarnings', undefined)

function earningsStateSince(name: string, days: number | undefined): StateDefinition<EventsByCik> {
  const load = async (snapshot: Snapshot, states: States, only?: string[]) => {
    const companies = await states.get(companiesState, snapshot)
    return readAllEvents(snapshot, companies, only, days === undefined ? '' : await dateBefore(snapshot, days))
  }
  return {
    name,
    reads: [...COMPANY_FACTS, equityFilings],
    build: (snapshot, states) => load(snapshot, states),
    update: async (known, snapshot, sinceRun, states) => {
      const touched = await snapshot.query<{ cik: string }>(
        `SELECT DISTINCT cik FROM (SELECT cik, run FROM ${tableOf(equityFilings)} UNION ALL SELECT cik, run FROM ${tableOf(equityFilers)})
         WHERE run > {sinceRun:UInt32} AND run <= {snapshotRun:UInt32}`,
        { sinceRun },
      )
      if (touched.length > REBUILD_ABOVE) return load(snapshot, states)
      const ciks = touched.map(({ cik }) => cik)
      // A copy, so that an answer that is being made goes on with the picture it began with.
      return ciks.length === 0 ? known : new Map([...known, ...(await load(snapshot, states, ciks))])
    },
  }
}

const COLUMNS =
  'cik, accession, form, items, filingDate, reportDate, acceptedSec, documentDescription AS description, toUnixTimestamp(recordedAt) AS recordedSec'

/** Events of some companies, or of all, from their filings since a date. */
export async function readAllEvents(
  snapshot: Snapshot,
  companies: Companies,
  only: readonly string[] | undefined,
  sinceDate: string,
): Promise<Map<string, EarningsEvent[]>> {
  const some = only === undefined ? '1' : 'cik IN {only:Array(String)}'
  const wanted = `${FORMS} AND toString(filingDate) >= {sinceDate:String}`
  // Versions are picked only among filings that some version of which is wanted: most filings are about other things.
  const everWanted = `SELECT cik, accession ${visibleVersions(equityFilings, `${some} AND ${wanted}`)}`
  const rows = await snapshot.query<Row>(
    `SELECT ${COLUMNS} FROM ${current(equityFilings, `${some} AND (cik, accession) IN (${everWanted})`)} WHERE ${wanted} ORDER BY cik, accession`,
    { only: only ?? [], sinceDate },
  )
  const yearEndOf = (cik: string) => companies.listByCik(cik)[0]?.yearEnd ?? null
  return new Map([...Map.groupBy(rows, ({ cik }) => cik)].map(([cik, filings]) => [cik, earningsEvents(filings, yearEndOf(cik))]))
}

/** Events of the companies behind some listings, from all their filings; versions are picked outside the engine, which is quicker. */
export async function readCompanyEvents(snapshot: Snapshot, listings: readonly Company[]): Promise<EventsByCik> {
  const yearEnds = new Map(listings.flatMap(({ cik, yearEnd }): [string, string | null][] => (cik === null ? [] : [[cik, yearEnd]])))
  const rows = await snapshot.query<Row & { run: number }>(
    `SELECT ${COLUMNS}, run ${visibleVersions(equityFilings, 'cik IN {ciks:Array(String)}')}`,
    {
      ciks: [...yearEnds.keys()],
    },
  )
  const newest = new Map(rows.toSorted((a, b) => a.run - b.run).map((row) => [`${row.cik} ${row.accession}`, row]))
  const byCik = Map.groupBy(newest.values(), ({ cik }) => cik)
  return new Map([...byCik].map(([cik, filings]) => [cik, earningsEvents(filings, yearEnds.get(cik) ?? null)]))
}

async function dateBefore(snapshot: Snapshot, days: number): Promise<string> {
  const [row] = await snapshot.query<{ newest: string }>(
    `SELECT max(toString(filingDate)) AS newest FROM ${tableOf(equityFilings)} WHERE run <= {snapshotRun:UInt32} AND quality != 'held'`,
  )
  return row === undefined || row.newest === '' ? '' : dateOf(dayOf(row.newest) - days)
}
