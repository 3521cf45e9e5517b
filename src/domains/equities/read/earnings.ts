import type { SharedMap } from '../../../cache/shared-map.ts'
import { keyedState, type State } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type EarningsEvent, earningsEvents } from '../derive/earnings/earnings-events.ts'
import type { EarningsFiling } from '../derive/earnings/quarter-filings.ts'
import { equityFilers, equityFilings } from '../facts.ts'
import { listedCiksState } from './companies.ts'

export type EventsByCik = ReadonlyMap<string, readonly EarningsEvent[]>

// Forms that may announce or hold results; which of them do, the rule says.
const FORMS = sql`form IN ('10-Q', '10-QT', '10-K', '10-KT', '20-F', '40-F', '8-K', '6-K') AND (form != '8-K' OR items LIKE '%2.02%')`

// Longer than there have been filings in electronic form.
const ALL_DAYS = 100 * 366
// Estimates look three years back, and their drift two years more; the rest is for past events.
const RECENT_DAYS = 9 * 366
/** How far back recent events are the same as those from all filings. */
export const RECENT_EVENT_DAYS = 3 * 365

/** Past and coming reports of listed companies, from their filings of the last years. */
export const recentEventsState = eventsState('equities.recentEvents', RECENT_DAYS)

/** The same from all filings, for requests of older dates. */
export const allEventsState = eventsState('equities.allEvents', ALL_DAYS)

function eventsState(
  name: string,
  days: number,
): State<SharedMap<string, readonly EarningsEvent[]>> {
  return keyedState<string, readonly EarningsEvent[]>({
    name,
    reads: [equityFilings, equityFilers],
    key: sql`cik`,
    among: listedCiksState,
    // Each takes a fraction of a millisecond, during which other requests wait.
    keysPerLoad: 100,
    load: (snapshot, keys) => readEvents(snapshot, keys, days),
  })
}

type Row = EarningsFiling & { cik: string }

/** Events from the filings of some days up to a company's newest; only of those that have any. */
export async function readEvents(
  snapshot: Snapshot,
  ciks: readonly string[] | 'all',
  days = ALL_DAYS,
): Promise<Map<string, EarningsEvent[]>> {
  const where = ciks === 'all' ? sql`1` : sql`cik IN {ciks:Array(String)}`
  const params = ciks === 'all' ? {} : { ciks }
  const newest = sql`SELECT cik, max(toDate32OrNull(toString(filingDate))) AS newestDay
    ${snapshot.versions(equityFilings, where)} GROUP BY cik`
  const [filings, filers] = await Promise.all([
    snapshot.query<Row>(
      sql`SELECT cik, accession, form, items, filingDate, reportDate, acceptedSec,
         documentDescription AS description, toUnixTimestamp(recordedAt) AS recordedSec
       FROM ${snapshot.current(equityFilings, where)} AS filing INNER JOIN (${newest}) AS newest USING (cik)
       WHERE ${FORMS} AND toString(filingDate) >= toString(newestDay - ${days})
       ORDER BY cik, accession`,
      params,
    ),
    snapshot.query<{ cik: string; yearEnd: string | null }>(
      sql`SELECT cik, fiscalYearEnd AS yearEnd FROM ${snapshot.current(equityFilers, where)}`,
      params,
    ),
  ])
  const yearEnds = new Map(filers.map(({ cik, yearEnd }) => [cik, yearEnd]))
  const events = Array.from(
    Map.groupBy(filings, ({ cik }) => cik),
    ([cik, ofCompany]) => [cik, earningsEvents(ofCompany, yearEnds.get(cik) ?? null)] as const,
  )
  return new Map(events.filter(([, ofCompany]) => ofCompany.length > 0))
}
