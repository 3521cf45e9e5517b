import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { dayOf } from '../derive/days.ts'
import { type Fundamentals, fundamentals } from '../derive/fundamentals.ts'
import { makeLedger } from '../derive/ledger.ts'
import { companyFacts } from '../facts.ts'
import { readFundamentalLedgers } from './figures.ts'

export type FundamentalsByCik = ReadonlyMap<string, Fundamentals>

export const NOTHING_FILED = fundamentals(makeLedger([]))

// So few companies are worked out at a time that other answers need not wait long for their turn.
const COMPANIES_AT_ONCE = 50

/**
 * What the filings of every company say about it today; it follows each run by the companies that
 * the run touched.
 */
export const fundamentalsState: StateDefinition<FundamentalsByCik> = {
  name: 'equities.fundamentals',
  reads: [companyFacts],
  build: async (snapshot) => load(snapshot, 0, await newestPeriod(snapshot)),
  update: async (known, snapshot, sinceRun) => {
    const newestDay = [...known.values()].reduce(
      (newest, { periodEndDay }) => Math.max(newest, periodEndDay ?? 0),
      0,
    )
    // A copy, so that an answer that is being made goes on with the picture it began with.
    return new Map([...known, ...(await load(snapshot, sinceRun, newestDay))])
  },
}

async function load(
  snapshot: Snapshot,
  sinceRun: number,
  untilDay: number,
): Promise<Map<string, Fundamentals>> {
  const touched = await snapshot.query<{ cik: string }>(
    `SELECT DISTINCT cik ${snapshot.allVersions(companyFacts, 'run > {sinceRun:UInt32}')} ORDER BY cik`,
    { sinceRun },
  )
  const found = new Map<string, Fundamentals>()
  for (let start = 0; start < touched.length; start += COMPANIES_AT_ONCE) {
    const ciks = touched.slice(start, start + COMPANIES_AT_ONCE).map(({ cik }) => cik)
    for (const [cik, ledger] of await readFundamentalLedgers(snapshot, ciks, untilDay))
      found.set(cik, fundamentals(ledger))
  }
  return found
}

/**
 * The newest end of a period in the market; a date after its own filing is a slip and does not
 * count.
 */
async function newestPeriod(snapshot: Snapshot): Promise<number> {
  const isReal =
    "tag IN ('us-gaap:Assets', 'ifrs-full:Assets') AND toString(periodEnd) <= toString(filed)"
  const [row] = await snapshot.query<{ newest: string }>(
    `SELECT max(toString(periodEnd)) AS newest ${snapshot.versions(companyFacts, isReal)}`,
  )
  return row === undefined || row.newest === '' ? 0 : dayOf(row.newest)
}
