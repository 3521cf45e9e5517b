import Type from 'typebox'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'

const amount = nullable(Type.Number())
const usd = nullable(Type.Number({ description: 'US dollars' }))
const ratio = nullable(Type.Number({ description: 'Market cap ÷ value of the crypto held' }))
const percentage = nullable(Type.Number({ description: 'Percent' }))
const institutionId = Type.Integer()
const day = Type.Integer({ description: 'Unix seconds, 00:00 UTC' })
const date = Type.String({ description: 'YYYY-MM-DD' })

const holdingSchema = shape({
  amount: Type.Number({ description: 'Whole coins' }),
  avgPrice: usd,
  usdValue: usd,
  cost: usd,
  transactionCount: Type.Integer(),
  firstAnnouncementDate: date,
  lastAnnouncementDate: date,
  supplyPercentage: percentage,
})

const institutionSchema = shape({
  institutionId,
  ticker: Type.String(),
  name: Type.String(),
  type: Type.String(),
  price: usd,
  priceChange24h: percentage,
  volume24h: nullable(Type.Number({ description: 'Shares traded in the newest session' })),
  mcapRealized: usd,
  mcapRealistic: usd,
  mcapMax: usd,
  realized_mNAV: ratio,
  realistic_mNAV: ratio,
  max_mNAV: ratio,
  totalUsdValue: usd,
  totalCost: usd,
  holdings: mapOf(holdingSchema, 'By asset'),
})

const assetSchema = shape({
  name: nullable(Type.String()),
  ticker: nullable(Type.String()),
  aggregatorId: Type.String(),
  companies: Type.Integer({ description: 'Institutions that hold it' }),
  totalAmount: Type.Number(),
  totalUsdValue: usd,
  circSupplyPerc: percentage,
})

export const listSchema = shape({
  institutionMetadata: mapOf(institutionSchema, 'By institution id'),
  assetMetadata: mapOf(assetSchema, 'By asset'),
  assets: mapOf(
    Type.Array(shape({ institutionId, usdValue: usd, amount: Type.Number() })),
    'Holders by asset, the largest first',
  ),
  institutions: Type.Array(shape({ institutionId, totalUsdValue: usd, totalCost: usd }), {
    description: 'By value, the largest first',
  }),
  totalCompanies: Type.Integer(),
  flows: mapOf(
    Type.Array(Type.Tuple([day, Type.Number(), Type.Number(), Type.Number(), usd, usd])),
    'By asset: time, net, inflow and outflow in coins, average price and US dollars of what came in',
  ),
  lastUpdated: nullable(Type.String({ description: 'ISO 8601' })),
  mNAV: mapOf(
    mapOf(
      Type.Array(Type.Tuple([day, amount, amount, amount])),
      'By institution id: time, realized, realistic, max',
    ),
    'By asset',
  ),
})

export const exampleList = {
  institutionMetadata: {
    '7': {
      institutionId: 7,
      ticker: 'XYZ',
      name: 'Example Holdings Inc.',
      type: 'Stock',
      price: 151.2,
      priceChange24h: -1.4,
      volume24h: 9_650_000,
      mcapRealized: 40_520_000_000,
      mcapRealistic: 42_300_000_000,
      mcapMax: 45_900_000_000,
      realized_mNAV: 0.88,
      realistic_mNAV: 0.92,
      max_mNAV: 0.99,
      totalUsdValue: 46_200_000_000,
      totalCost: 33_100_000_000,
      holdings: {
        bitcoin: {
          amount: 640_000,
          avgPrice: 51_718.75,
          usdValue: 46_200_000_000,
          cost: 33_100_000_000,
          transactionCount: 82,
          firstAnnouncementDate: '2020-08-11',
          lastAnnouncementDate: '2026-01-12',
          supplyPercentage: 3.21,
        },
      },
    },
  },
  assetMetadata: {
    bitcoin: {
      name: 'Bitcoin',
      ticker: 'BTC',
      aggregatorId: 'bitcoin',
      companies: 1,
      totalAmount: 640_000,
      totalUsdValue: 46_200_000_000,
      circSupplyPerc: 3.21,
    },
  },
  assets: { bitcoin: [{ institutionId: 7, usdValue: 46_200_000_000, amount: 640_000 }] },
  institutions: [{ institutionId: 7, totalUsdValue: 46_200_000_000, totalCost: 33_100_000_000 }],
  totalCompanies: 1,
  flows: { bitcoin: [[1_768_176_000, 120, 120, 0, 91_000, 10_920_000]] },
  lastUpdated: '2026-01-14T12:00:00.000Z',
  mNAV: { bitcoin: { '7': [[1_768_176_000, 0.88, 0.92, 0.99]] } },
}
