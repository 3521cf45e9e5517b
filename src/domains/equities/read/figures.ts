import { keyedState } from '../../../cache/state.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Split } from '../derive/prices/split-adjusted.ts'
import {
  figuresOf,
  inTodaysShares,
  type TagVersions,
} from '../derive/statements/figure-versions.ts'
import {
  FUNDAMENTAL_DAYS,
  type Fundamentals,
  fundamentals,
} from '../derive/statements/fundamentals.ts'
import { type Ledger, makeLedger, type TaggedFigure } from '../derive/statements/ledger.ts'
import { FUNDAMENTAL_LINES, LINE_NAMES, tagsOf } from '../derive/statements/statement-lines.ts'
import { companyFacts, equityFilings } from '../facts.ts'
import type { FilingItem } from '../records.ts'
import { listedCiksState } from './companies.ts'

const ALL_TAGS = tagsOf(LINE_NAMES)
const FUNDAMENTAL_TAGS = tagsOf(FUNDAMENTAL_LINES)

/** Everything a company has reported, in today's shares by some splits. */
export async function readLedger(
  snapshot: Snapshot,
  cik: string | null,
  splits: readonly Split[],
  nowSec: number,
): Promise<Ledger> {
  if (cik === null) return makeLedger([])
  const where = sql`cik = {cik:String} AND tag IN {tags:Array(String)}`
  const rows = await snapshot.query<TagVersions>(
    versionsSql(snapshot.current(companyFacts, where)),
    { cik, tags: ALL_TAGS },
  )
  return makeLedger(inTodaysShares(rows.flatMap(figuresOf), splits, nowSec))
}

/** What the fundamentals of some companies are made from, by company. */
export async function readFundamentalFigures(
  snapshot: Snapshot,
  ciks: readonly string[],
): Promise<ReadonlyMap<string, readonly TaggedFigure[]>> {
  const where = sql`cik IN {ciks:Array(String)} AND tag IN {tags:Array(String)}`
  // A period that ends after its filing is a typing error, and never the newest.
  const isReal = sql`${where} AND toString(periodEnd) <= toString(filed)`
  const newest = sql`SELECT cik, max(toDate32OrNull(toString(periodEnd))) AS newestDay
    ${snapshot.versions(companyFacts, isReal)} GROUP BY cik`
  const isRecent = sql`toString(periodEnd) >= toString(newestDay - ${FUNDAMENTAL_DAYS})`
  const rows = await snapshot.query<TagVersions & { cik: string }>(
    versionsSql(
      sql`${snapshot.current(companyFacts, where)} AS fact
       INNER JOIN (${newest}) AS newest USING (cik) WHERE ${isRecent}`,
    ),
    { ciks, tags: FUNDAMENTAL_TAGS },
  )
  const byCik = Map.groupBy(rows, ({ cik }) => cik)
  return new Map(Array.from(byCik, ([cik, ofCompany]) => [cik, ofCompany.flatMap(figuresOf)]))
}

function versionsSql(from: Sql): Sql {
  return sql`SELECT cik, tag, unit,
      arraySort(groupArray((periodEnd, periodStart, filed, accession, value))) AS versions
    FROM ${from} GROUP BY cik, tag, unit`
}

export const NOTHING_FILED = fundamentals(makeLedger([]))

/** What the filings of every listed company say about it today. */
export const fundamentalsState = keyedState<string, Fundamentals>({
  name: 'equities.fundamentals',
  reads: [companyFacts],
  key: sql`cik`,
  among: listedCiksState,
  // Each takes about a millisecond, during which other requests wait.
  keysPerLoad: 50,
  load: async (snapshot, keys) => {
    const figures = await readFundamentalFigures(snapshot, keys === 'all' ? [] : keys)
    return Array.from(figures, ([cik, ofCompany]) => [cik, fundamentals(makeLedger(ofCompany))])
  },
})

/** All filings, newest first; of one day by timestamp, then by number. */
export function readFilings(snapshot: Snapshot, cik: string | null): Promise<FilingItem[]> {
  if (cik === null) return Promise.resolve([])
  return snapshot.query<FilingItem>(
    sql`SELECT filingDate, reportDate, form, primaryDocumentUrl, documentDescription FROM ${snapshot.current(equityFilings, sql`cik = {cik:String}`)}
     ORDER BY toString(filingDate) DESC, acceptedSec DESC, accession DESC`,
    { cik },
  )
}
