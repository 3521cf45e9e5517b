import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { titled } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chainTotals } from '../derive/chain-totals.ts'
import { ASSET_FACTS, listPresentPlaces, readAssets } from '../read/assets.ts'
import { coverageHeader, withCoverage } from '../read/coverage.ts'
import { chainRecord } from '../records.ts'

export const listChains = defineRoute({
  id: 'stablecoins.listChains',
  operationId: 'listStablecoinChains',
  summary: 'Current supply of stablecoins on each chain',
  describe:
    'By peg type, in tokens and in US dollars; the chain with the most dollars first. The figures are the last points of /stablecoincharts/{chain}.',
  paths: { free: '/stablecoinchains', pro: '/stablecoins/stablecoinchains' },
  headers: coverageHeader,
  response: Type.Array(titled(chainRecord.schema, 'StablecoinChainRow')),
  example: [chainRecord.example],
  table: '[]<name,aggregator_id,tokenSymbol>*{pegType}',
  list: {},
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const assets = await readAssets(context)
    return withCoverage(chainTotals(listPresentPlaces(assets)).map(chainRecord.item), assets)
  },
})
