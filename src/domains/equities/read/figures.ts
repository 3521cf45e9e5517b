import type { Snapshot } from '../../../store/snapshot.ts'
import { dateOf } from '../derive/days.ts'
import { figuresOf, type VersionColumns } from '../derive/figure-versions.ts'
import { FUNDAMENTAL_LINES } from '../derive/fundamentals.ts'
import { type Ledger, makeLedger, type TaggedFigure } from '../derive/ledger.ts'
import { LINE_NAMES, tagsOf } from '../derive/statement-lines.ts'
import { companyFacts } from '../facts.ts'

const ALL_TAGS: ReadonlySet<string> = new Set(tagsOf(LINE_NAMES))
const FUNDAMENTAL_TAGS: ReadonlySet<string> = new Set(tagsOf(FUNDAMENTAL_LINES))
/**
 * How far back the fundamentals of a day look: twelve months of a report that is five quarters old,
 * and the fiscal years they lie in.
 */
export const FUNDAMENTAL_DAYS = 1_000

type Row = VersionColumns & { cik: string }

/**
 * SQL of all versions of figures, one row per company, tag and unit: the newest of each is picked
 * outside the engine, which is quicker.
 */
function versionsSql(snapshot: Snapshot, where: string): string {
  return `SELECT cik, tag, unit, groupArray(periodStart) AS starts, groupArray(periodEnd) AS ends, groupArray(accession) AS accessions,
    groupArray(value) AS values, groupArray(filed) AS filed, groupArray(run) AS runs ${snapshot.versions(companyFacts, where)} GROUP BY cik, tag, unit`
}

/** Everything a company has reported. */
export async function readLedger(snapshot: Snapshot, cik: string | null): Promise<Ledger> {
  if (cik === null) return makeLedger([])
  const rows = await snapshot.query<Row>(versionsSql(snapshot, 'cik = {cik:String}'), { cik })
  return makeLedger(rows.filter(({ tag }) => ALL_TAGS.has(tag)).flatMap(figuresOf))
}

/**
 * What the fundamentals of one company are made from, as of a day. All lines are read: the engine
 * takes longer to leave some out.
 */
export async function readFundamentalFigures(
  snapshot: Snapshot,
  cik: string | null,
  untilDay: number,
): Promise<TaggedFigure[]> {
  if (cik === null) return []
  const rows = await snapshot.query<Row>(
    versionsSql(snapshot, 'cik = {cik:String} AND periodEnd >= {fromDate:String}'),
    {
      cik,
      fromDate: dateOf(untilDay - FUNDAMENTAL_DAYS),
    },
  )
  return rows.filter(({ tag }) => FUNDAMENTAL_TAGS.has(tag)).flatMap(figuresOf)
}

/** The same of some companies, by company. */
export async function readFundamentalLedgers(
  snapshot: Snapshot,
  ciks: readonly string[],
  untilDay: number,
): Promise<Map<string, Ledger>> {
  const rows = await snapshot.query<Row>(
    versionsSql(
      snapshot,
      'cik IN {ciks:Array(String)} AND tag IN {tags:Array(String)} AND periodEnd >= {fromDate:String}',
    ),
    { ciks, fromDate: dateOf(untilDay - FUNDAMENTAL_DAYS), tags: [...FUNDAMENTAL_TAGS] },
  )
  const byCik = Map.groupBy(rows, ({ cik }) => cik)
  return new Map(
    [...byCik].map(([cik, ofCompany]) => [cik, makeLedger(ofCompany.flatMap(figuresOf))]),
  )
}
