import Type from 'typebox'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { protocolRaiseSchema } from '../../raises/public.ts'
import { hallmarksSchema } from '../../registry/public.ts'
import { chainTvlsSchema, exampleMetadata, metadataSchema } from './protocol-shapes.ts'

const point = shape({ date: Type.Integer(), totalLiquidityUSD: Type.Number() })
const tokenPoint = shape({ date: Type.Integer(), tokens: mapOf(Type.Number(), 'By symbol') })
const tokenSeries = nullable(Type.Array(tokenPoint, { description: 'Only with include=tokens' }))
const windows = shape({ '24h': nullable(Type.Number()), '7d': nullable(Type.Number()) })

/** Every member is there unless `fields` leaves it out. */
export const protocolDetail = shape({
  ...metadataSchema,
  currentChainTvls: chainTvlsSchema,
  chainTvls: mapOf(
    shape({ tvl: Type.Array(point), tokens: tokenSeries, tokensInUsd: tokenSeries }),
    'By the keys of currentChainTvls',
  ),
  tvl: Type.Array(point),
  tokens: tokenSeries,
  tokensInUsd: tokenSeries,
  mcap: nullable(Type.Number()),
  raises: Type.Array(protocolRaiseSchema),
  metrics: shape({ fees: windows, revenue: windows }),
  isParentProtocol: Type.Boolean(),
  otherProtocols: Type.Array(Type.String({ description: 'Parent first, then its children' })),
  hallmarks: hallmarksSchema,
})

export const exampleDetail = {
  ...exampleMetadata,
  currentChainTvls: { Ethereum: 1_000_000, Arbitrum: 250_000 },
  chainTvls: {
    Ethereum: {
      tvl: [{ date: 1_760_054_400, totalLiquidityUSD: 1_000_000 }],
      tokens: null,
      tokensInUsd: null,
    },
  },
  tvl: [{ date: 1_760_054_400, totalLiquidityUSD: 1_250_000 }],
  tokens: null,
  tokensInUsd: null,
  mcap: 9_000_000,
  raises: [],
  metrics: { fees: { '24h': 12_000, '7d': 80_000 }, revenue: { '24h': 2_000, '7d': 13_500 } },
  hallmarks: [[1_650_412_800, 'V2 opens']],
  isParentProtocol: false,
  otherProtocols: [],
}
