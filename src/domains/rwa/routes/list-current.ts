import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { byMarketCap } from '../derive/by-market-cap.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { listPresent, readWorld } from '../read/world.ts'
import { assetFilters } from './asset-filters.ts'
import { assetExample, assetSchema, toItem } from './asset-shape.ts'

export const listCurrent = defineRoute({
  id: 'rwa.listCurrent',
  operationId: 'listRwaAssets',
  summary: 'All real world assets at present',
  describe:
    'On-chain market cap, active market cap and the amounts in DeFi of every asset by chain, largest first. Figures are the last points of the charts; an asset of which nothing was reported for over a week is left out.',
  paths: { pro: '/rwa/current' },
  response: Type.Array(assetSchema),
  example: [assetExample],
  table: '[]',
  list: { filters: assetFilters },
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) =>
    listPresent(await readWorld(context))
      .toSorted(byMarketCap)
      .map(toItem),
})
