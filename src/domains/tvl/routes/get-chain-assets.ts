import Type from 'typebox'
import { coverageOfReadings } from '../../../derive/coverage.ts'
import { described, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, shape } from '../../../http/schemas.ts'
import { notFound } from '../../../lib/errors.ts'
import { chains } from '../../registry/public.ts'
import { assetBuckets, countsInTotal } from '../derive/asset-buckets.ts'
import { chainAssets } from '../facts.ts'
import { readChainAssets } from '../read/assets.ts'
import { assetCoverageHeader, withCoverage } from './coverage.ts'

const bucket = namedShape('ChainAssetBucket', {
  total: string('US dollars, as text'),
  breakdown: mapOf(Type.String(), 'USD by symbol, as text'),
})
const buckets = shape({
  canonical: described(bucket, 'Bridged by the bridge of the chain itself'),
  native: described(bucket, 'Issued on the chain'),
  thirdParty: described(bucket, 'Bridged by others'),
  ownTokens: described(bucket, 'Tokens of the chain itself'),
  total: described(bucket, 'All of them'),
})
const empty = { total: '0', breakdown: {} }

export const getChainAssets = defineRoute({
  id: 'tvl.getChainAssets',
  summary: 'Assets on each chain',
  describe:
    'Values by how the assets came to the chain: through its canonical bridge, minted there, through third-party bridges, and its own token, which the total leaves out. Amounts are texts in US dollars.',
  paths: { pro: '/api/chainAssets' },
  headers: assetCoverageHeader,
  response: Type.Record(Type.String(), Type.Union([buckets, Type.Integer()]), {
    description: 'By chain, and `timestamp`',
  }),
  example: {
    timestamp: 1_760_054_400,
    Arbitrum: {
      canonical: { total: '1500.5', breakdown: { ETH: '1500.5' } },
      native: empty,
      thirdParty: empty,
      ownTokens: empty,
      total: { total: '1500.5', breakdown: { ETH: '1500.5' } },
    },
  },
  table: '<timestamp:time>{chain}',
  reads: [chainAssets],
  handler: async (_, { snapshot }) => {
    const rows = await readChainAssets(snapshot)
    if (rows.length === 0)
      throw notFound(
        'No chain has an asset record. Import some with `almanac import chain_assets <file>`.',
      )
    const byChain = Map.groupBy(rows, ({ chain }) => chain)
    const newestSec = rows.reduce((newest, { atSec }) => Math.max(newest, atSec), 0)
    const body: Record<string, unknown> = { timestamp: newestSec }
    for (const [key, assets] of byChain) body[chains.nameOf(key)] = assetBuckets(assets)
    const counted = rows
      .filter(({ bucket }) => countsInTotal(bucket))
      .map(({ chain, bucket, symbol, ...row }) => ({ key: { chain, bucket, symbol }, ...row }))
    return withCoverage(body, coverageOfReadings(counted, newestSec))
  },
})
