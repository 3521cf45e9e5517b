import type { StateDefinition } from '../../../cache/states.ts'
import { assetFlows, type FlowDay } from '../derive/asset-flows.ts'
import { institutionsState } from './institutions.ts'

/** Flows of every asset by day, of all approved transactions: those of days to come among them. */
export const flowsState: StateDefinition<ReadonlyMap<string, readonly FlowDay[]>> = {
  name: 'dat.flows',
  reads: institutionsState.reads,
  build: async (snapshot, states) => {
    const { all } = await states.get(institutionsState, snapshot)
    return assetFlows(all.flatMap(({ approved }) => approved))
  },
}
