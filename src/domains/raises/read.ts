import { amongKeys } from '../../cache/among-keys.ts'
import { derivedState, keyedState } from '../../cache/state.ts'
import { sql } from '../../lib/sql.ts'
import type { Quality } from '../../store/fact.ts'
import { registryState } from '../registry/public.ts'
import { type RaiseReport, raiseRounds } from './derive/raise-rounds.ts'
import { raises } from './facts.ts'

const REPORT_KEY = sql`concat(reporter, '\\n', report)`

const reportsState = keyedState<string, RaiseReport>({
  name: 'raises.reports',
  reads: [raises],
  key: REPORT_KEY,
  load: async (snapshot, keys) => {
    const where = amongKeys(REPORT_KEY, keys)
    // A report has one date: the row of the latest run says which, and replaces the others.
    const latest = sql`SELECT *, ${REPORT_KEY} AS reportKey FROM ${snapshot.current(raises, where)}
      ORDER BY reporter, report, run DESC, atSec DESC LIMIT 1 BY reporter, report`
    const rows = await snapshot.query<RaiseReport & { quality: Quality; reportKey: string }>(
      sql`SELECT reporter, report, atSec AS dateSec, name, round, amountMillionUsd AS amount, valuationMillionUsd AS valuation, chains, sector,
         category, link, leadInvestors, otherInvestors, protocol, quality, reportKey
       FROM (${latest}) WHERE withdrawn IS NOT TRUE`,
      { keys },
    )
    return rows.map(({ reportKey, ...report }): [string, RaiseReport] => [reportKey, report])
  },
})

/** All rounds, newest first: only thousands, and telling them apart needs all of them. */
export const raisesState = derivedState({
  name: 'raises',
  from: [reportsState, registryState],
  make: (reports, registry) =>
    raiseRounds([...reports.values()], (protocol) => registry.byId(protocol)?.parent ?? protocol),
})
