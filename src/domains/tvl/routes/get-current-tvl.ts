import { number } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { familyOf, protocols, registryState } from '../../registry/public.ts'
import { newestFamilyRows, recordValues } from '../derive/record-values.ts'
import { tvlCoverage } from '../derive/tvl-coverage.ts'
import { tvlRecords } from '../facts.ts'
import { recentTvlState } from '../read/recent.ts'
import { coverageHeader, withCoverage } from './coverage.ts'
import { requireRecords } from './protocol-shapes.ts'

export const getCurrentTvl = defineRoute({
  id: 'tvl.getCurrentTvl',
  summary: 'Current TVL of a protocol',
  describe:
    'One number: the newest record’s TVL in US dollars, of a parent the sum of its children.',
  paths: { free: '/tvl/{protocol}', pro: '/api/tvl/{protocol}' },
  params: { protocol: text('Slug of a protocol or of a parent.', 'harbor-swap') },
  headers: coverageHeader,
  response: number('USD'),
  example: 1_250_000,
  reads: [protocols, tvlRecords],
  handler: async ({ params }, { snapshot, states }) => {
    const registry = await states.get(registryState, snapshot)
    const protocol = registry.get(params.protocol)
    const recent = await states.get(recentTvlState, snapshot)
    const family = familyOf(protocol, registry)
    const rows = requireRecords(protocol, newestFamilyRows(family, recent))
    return withCoverage(recordValues(rows, (key) => key).tvl, tvlCoverage(family, recent))
  },
})
