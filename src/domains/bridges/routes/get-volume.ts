import Type from 'typebox'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { volumeSeries } from '../derive/volume-series.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { bridgeDirectoryState } from '../read/bridge-directory.ts'
import { dayFlowsState, flowsOf } from '../read/day-flows.ts'
import { volumeRecord } from '../records.ts'
import { ALL, chainKeyOf, optionalBridgeId } from './bridge-parameters.ts'

export const getVolume = defineRoute({
  id: 'bridges.getVolume',
  operationId: 'getBridgeVolume',
  summary: 'Daily bridge volumes of a chain',
  describe:
    'Deposits and withdrawals of every UTC day from the first one with a transfer to the last complete one; a day without transfers is 0. On a chain, bridges that lead to it and record only their other side count with that side inverted: what was deposited there was withdrawn here.',
  paths: { bridge: '/bridgevolume/{chain}', pro: '/bridges/bridgevolume/{chain}' },
  params: { chain: text('Chain by any of its names, or `all`.', 'Ethereum') },
  query: { id: optionalBridgeId() },
  response: Type.Array(volumeRecord.schema),
  example: [volumeRecord.example],
  table: '[]',
  series: { rule: 'sum' },
  reads: [bridges, bridgeTransfers],
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, { snapshot, states, nowSec }) => {
    const asked = (await states.get(bridgeDirectoryState, snapshot)).list(query.id)
    const flows = await states.get(dayFlowsState, snapshot)
    const chain = params.chain.toLowerCase() === ALL ? undefined : chainKeyOf(params.chain, flows)
    const series = volumeSeries(
      asked.map((bridge) => flowsOf(bridge, flows)),
      chain,
      nowSec / DAY_SEC - 1,
    )
    return series.map(({ day, flow }) => volumeRecord.item({ day, ...flow }))
  },
})
