import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../facts.ts'
import { readChainHistory } from '../read/chain-history.ts'
import { getChainSeries } from './get-historical-chain-tvl.ts'
import { exampleLegacyPoints, legacyPoints, toLegacyPoint } from './legacy-points.ts'

/** Not in the contract (decision 154): an address that older clients still use. */
export const getChainChartsLegacy = defineRoute({
  id: 'tvl.getChainChartsLegacy',
  summary: 'TVL of a chain over time, for older clients',
  describe:
    'The points of /v2/historicalChainTvl/{chain} in the form that older clients read. New clients use that address.',
  paths: { free: '/charts/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  response: legacyPoints,
  example: exampleLegacyPoints,
  table: '[]',
  reads: [protocols, tvlRecords],
  handler: async ({ params }, { snapshot, states }) => {
    const { series } = getChainSeries(await readChainHistory({ snapshot, states }), params.chain)
    return series.datesSec.map((dateSec, index) => toLegacyPoint(dateSec, at(series.tvlUsd, index)))
  },
})
