import type { StateDefinition } from '../../cache/states.ts'
import type { Quality } from '../../store/fact.ts'
import { current } from '../../store/store.ts'
import { protocols, registryState } from '../registry/public.ts'
import { type Raise, type RaiseReport, raiseRounds } from './derive/raise-rounds.ts'
import { raises } from './facts.ts'

/** All rounds, newest first: there are only thousands, and telling them apart needs to see them together. */
export const raisesState: StateDefinition<readonly Raise[]> = {
  name: 'raises',
  reads: [raises, protocols],
  build: async (snapshot, states) => {
    const registry = await states.get(registryState, snapshot)
    // A report has one date: the row of the latest run says which, and takes the others with it.
    const rows = await snapshot.query<RaiseReport & { quality: Quality; withdrawn: boolean | null }>(
      `SELECT reporter, report, atSec AS dateSec, name, round, amountMillionUsd AS amount, valuationMillionUsd AS valuation, chains, sector,
         category, link, leadInvestors, otherInvestors, protocol, quality, withdrawn
       FROM ${current(raises)} ORDER BY reporter, report, run DESC, atSec DESC LIMIT 1 BY reporter, report`,
    )
    const reports = rows.filter(({ withdrawn }) => withdrawn !== true).map(({ withdrawn: _, ...report }) => report)
    return raiseRounds(reports, (protocol) => registry.byId(protocol)?.parent ?? protocol)
  },
}
