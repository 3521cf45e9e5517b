import { derivedState } from '../../../cache/state.ts'
import { assetFlows } from '../derive/asset-flows.ts'
import { institutionsState } from './institutions.ts'

/** Flows of every asset by day, of all approved transactions, those of days to come too. */
export const flowsState = derivedState({
  name: 'dat.flows',
  from: [institutionsState],
  make: ({ all }) => assetFlows(all.flatMap(({ approved }) => approved)),
})
