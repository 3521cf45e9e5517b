import { defineRoute } from '../../../http/route.ts'
import { protocols } from '../../registry/public.ts'
import { totalDays } from '../derive/total-days.ts'
import { tvlRecords } from '../facts.ts'
import { readChainHistory } from '../read/chain-history.ts'
import { exampleLegacyPoints, legacyPoints, toLegacyPoint } from './legacy-points.ts'

/** Not in the contract (decision 154): an address that older clients still use. */
export const getChartsLegacy = defineRoute({
  id: 'tvl.getChartsLegacy',
  summary: 'TVL of all chains over time, for older clients',
  describe:
    'The totals of /v2/historicalChainTvl in the form that older clients read. New clients use that address.',
  paths: { free: '/charts' },
  response: legacyPoints,
  example: exampleLegacyPoints,
  table: '[]',
  reads: [protocols, tvlRecords],
  handler: async (_, { snapshot, states }) => {
    const history = await readChainHistory({ snapshot, states })
    return totalDays(history).map(([dateSec, tvlUsd]) => toLegacyPoint(dateSec, tvlUsd))
  },
})
