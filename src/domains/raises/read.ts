import type { StateDefinition, States } from '../../cache/states.ts'
import type { Quality } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { protocols, registryState } from '../registry/public.ts'
import { type Raise, type RaiseReport, raiseRounds } from './derive/raise-rounds.ts'
import { raises } from './facts.ts'

const reportsState: StateDefinition<readonly RaiseReport[]> = {
  name: 'raises.reports',
  reads: [raises],
  build: async (snapshot) => {
    // A report has one date: the row of the latest run says which, and takes the others with it.
    const rows = await snapshot.query<
      RaiseReport & { quality: Quality; withdrawn: boolean | null }
    >(
      `SELECT reporter, report, atSec AS dateSec, name, round, amountMillionUsd AS amount, valuationMillionUsd AS valuation, chains, sector,
         category, link, leadInvestors, otherInvestors, protocol, quality, withdrawn
       FROM ${snapshot.current(raises)} ORDER BY reporter, report, run DESC, atSec DESC LIMIT 1 BY reporter, report`,
    )
    return rows
      .filter(({ withdrawn }) => withdrawn !== true)
      .map(({ withdrawn: _, ...report }) => report)
  },
}

/** Rounds with what they were made from. */
interface Gathered {
  readonly reports: readonly RaiseReport[]
  /** Of the protocol that each report names. */
  readonly families: readonly string[]
  readonly rounds: readonly Raise[]
}

/** A change of protocols mostly leaves families as they are, and with them the rounds. */
const gatheredState: StateDefinition<Gathered> = {
  name: 'raises.gathered',
  reads: [raises, protocols],
  build: (snapshot, states) => gather(undefined, snapshot, states),
  update: (known, snapshot, _, states) => gather(known, snapshot, states),
}

async function gather(
  known: Gathered | undefined,
  snapshot: Snapshot,
  states: States,
): Promise<Gathered> {
  const reports = await states.get(reportsState, snapshot)
  const registry = await states.get(registryState, snapshot)
  const familyOf = (protocol: string) => registry.byId(protocol)?.parent ?? protocol
  const families = reports.map(({ protocol }) => (protocol === null ? '' : familyOf(protocol)))
  if (
    known?.reports === reports &&
    families.every((family, index) => family === known.families[index])
  )
    return known
  return { reports, families, rounds: raiseRounds(reports, familyOf) }
}

/**
 * All rounds, newest first: there are only thousands, and telling them apart needs to see them
 * together. The same list while it says the same.
 */
export const raisesState: StateDefinition<readonly Raise[]> = {
  name: 'raises',
  reads: [raises, protocols],
  build: async (snapshot, states) => (await states.get(gatheredState, snapshot)).rounds,
}
