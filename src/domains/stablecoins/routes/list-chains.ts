import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { titled } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { ASSET_FACTS, readAssets } from '../read/assets.ts'
import { chainExample, chainSchema, listChainItems } from './chain-items.ts'
import { coverageHeader, withCoverage } from './coverage.ts'

export const listChains = defineRoute({
  id: 'stablecoins.listChains',
  operationId: 'listStablecoinChains',
  summary: 'Current supply of stablecoins on each chain',
  describe:
    'By peg type, in tokens and in US dollars; the chain with the most dollars first. The figures are the last points of /stablecoincharts/{chain}.',
  paths: { free: '/stablecoinchains', pro: '/stablecoins/stablecoinchains' },
  headers: coverageHeader,
  response: Type.Array(titled(chainSchema, 'StablecoinChainRow')),
  example: [chainExample],
  table: '[]<name,aggregator_id,tokenSymbol>*{pegType}',
  list: {},
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const assets = await readAssets(context)
    return withCoverage(listChainItems(assets), assets)
  },
})
