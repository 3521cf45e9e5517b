import { keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import { type Fundamentals, fundamentals } from '../derive/statements/fundamentals.ts'
import { makeLedger } from '../derive/statements/ledger.ts'
import { companyFacts } from '../facts.ts'
import { listedCiksState } from './companies.ts'
import { readFundamentalFigures } from './figures.ts'

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
