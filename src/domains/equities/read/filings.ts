import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { equityFilings } from '../facts.ts'

export interface FilingItem {
  filingDate: string
  reportDate: string | null
  form: string
  primaryDocumentUrl: string | null
  documentDescription: string | null
}

/**
 * All filings of a company, the newest first; those of one day by their moment, then by their
 * number.
 */
export function readFilings(snapshot: Snapshot, cik: string | null): Promise<FilingItem[]> {
  if (cik === null) return Promise.resolve([])
  return snapshot.query<FilingItem>(
    sql`SELECT filingDate, reportDate, form, primaryDocumentUrl, documentDescription FROM ${snapshot.current(equityFilings, sql`cik = {cik:String}`)}
     ORDER BY toString(filingDate) DESC, acceptedSec DESC, accession DESC`,
    { cik },
  )
}
