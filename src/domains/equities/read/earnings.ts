import type { Snapshot } from '../../../store/snapshot.ts'
import { type EarningsEvent, earningsEvents } from '../derive/earnings-events.ts'
import type { EarningsFiling } from '../derive/earnings-filing.ts'
import { equityFilings } from '../facts.ts'
import type { Companies, Company } from './companies.ts'

export type EventsByCik = ReadonlyMap<string, readonly EarningsEvent[]>

// Forms that may announce or hold results; which of them do, the rule says.
const FORMS =
  "form IN ('10-Q', '10-QT', '10-K', '10-KT', '20-F', '40-F', '8-K', '6-K') AND (form != '8-K' OR items LIKE '%2.02%')"
const COLUMNS =
  'cik, accession, form, items, filingDate, reportDate, acceptedSec, documentDescription AS description, toUnixTimestamp(recordedAt) AS recordedSec'

type Row = EarningsFiling & { cik: string }

/** The end of a company's fiscal year, MMDD. */
export function yearEndOf(companies: Companies, cik: string): string | null {
  return companies.listByCik(cik)[0]?.yearEnd ?? null
}

/** Events of some companies, or of all, from their filings since a date. */
export async function readAllEvents(
  snapshot: Snapshot,
  companies: Companies,
  only: readonly string[] | undefined,
  sinceDate: string,
): Promise<Map<string, EarningsEvent[]>> {
  const some = only === undefined ? '1' : 'cik IN {only:Array(String)}'
  const wanted = `${FORMS} AND toString(filingDate) >= {sinceDate:String}`
  // Versions are picked only among filings that some version of which is wanted: most filings are
  // about other things.
  const everWanted = `SELECT cik, accession ${snapshot.versions(equityFilings, `${some} AND ${wanted}`)}`
  const rows = await snapshot.query<Row>(
    `SELECT ${COLUMNS} FROM ${snapshot.current(equityFilings, `${some} AND (cik, accession) IN (${everWanted})`)} WHERE ${wanted} ORDER BY cik, accession`,
    { only: only ?? [], sinceDate },
  )
  return eventsOf(rows, (cik) => yearEndOf(companies, cik))
}

/** Events of the companies behind some listings, from all their filings. */
export function readCompanyEvents(
  snapshot: Snapshot,
  listings: readonly Company[],
): Promise<EventsByCik> {
  const yearEnds = new Map(
    listings.flatMap(({ cik, yearEnd }): [string, string | null][] =>
      cik === null ? [] : [[cik, yearEnd]],
    ),
  )
  return readFewEvents(snapshot, yearEnds, '')
}

type FilingColumns = { [N in keyof Row]: Row[N][] } & { run: number[] }

/**
 * Events of a few companies, given with the ends of their fiscal years, from their filings since a
 * date: all versions of all filings are read and picked outside the engine, which is quicker.
 */
export async function readFewEvents(
  snapshot: Snapshot,
  yearEnds: ReadonlyMap<string, string | null>,
  sinceDate: string,
): Promise<Map<string, EarningsEvent[]>> {
  const columns = await snapshot.columns<FilingColumns>(
    `SELECT ${COLUMNS}, run ${snapshot.versions(equityFilings, 'cik IN {ciks:Array(String)}')}`,
    { ciks: [...yearEnds.keys()] },
  )
  const newest = new Map<string, number>()
  columns.accession.forEach((accession, index) => {
    const key = `${columns.cik[index]} ${accession}`
    const known = newest.get(key)
    if (known === undefined || (columns.run[known] ?? 0) < (columns.run[index] ?? 0))
      newest.set(key, index)
  })
  const rows = [...newest.values()]
    .map((index) => rowAt(columns, index))
    .filter(({ filingDate }) => filingDate >= sinceDate)
  return eventsOf(rows, (cik) => yearEnds.get(cik) ?? null)
}

function rowAt(columns: FilingColumns, index: number): Row {
  return {
    cik: columns.cik[index] ?? '',
    accession: columns.accession[index] ?? '',
    form: columns.form[index] ?? '',
    items: columns.items[index] ?? null,
    filingDate: columns.filingDate[index] ?? '',
    reportDate: columns.reportDate[index] ?? null,
    acceptedSec: columns.acceptedSec[index] ?? null,
    description: columns.description[index] ?? null,
    recordedSec: columns.recordedSec[index] ?? 0,
  }
}

/** Events by company; one whose filings are all about other things is not among them. */
function eventsOf(
  rows: readonly Row[],
  yearEndOf: (cik: string) => string | null,
): Map<string, EarningsEvent[]> {
  const events = [...Map.groupBy(rows, ({ cik }) => cik)].map(
    ([cik, filings]): [string, EarningsEvent[]] => [cik, earningsEvents(filings, yearEndOf(cik))],
  )
  return new Map(events.filter(([, ofCompany]) => ofCompany.length > 0))
}
