import Type from 'typebox'
import { dayText, nullableText, percent, timeText, unixDay, usd } from '../../../http/described.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'

const institutionId = Type.Integer({ description: 'Id of the institution' })
const day = unixDay()

const coins = (what: string) => Type.Number({ description: `${what}, whole coins` })
const ratio = (name: string) => nullable(Type.Number({ description: `mNAV, ${name}` }))

const holdingSchema = namedShape('InstitutionHolding', {
  amount: Type.Number({ description: 'Whole coins' }),
  avgPrice: nullable(usd('Average price paid for a coin')),
  usdValue: nullable(usd('Value now')),
  cost: nullable(usd('What was paid')),
  transactionCount: Type.Integer({ description: 'Number of transactions' }),
  firstAnnouncementDate: dayText('First report'),
  lastAnnouncementDate: dayText('Last report'),
  supplyPercentage: nullable(percent('Share of the circulating supply')),
})

const institutionSchema = namedShape('InstitutionItem', {
  institutionId,
  ticker: Type.String({ description: 'Ticker of the share' }),
  name: Type.String({ description: 'Display name' }),
  type: Type.String({ description: 'Kind of institution, such as Stock' }),
  price: nullable(usd('Of a share')),
  priceChange24h: nullable(percent('Change of the share price over a day')),
  volume24h: nullable(Type.Number({ description: 'Shares traded in the newest session' })),
  mcapRealized: nullable(usd('Market cap by shares outstanding')),
  mcapRealistic: nullable(usd('Market cap with dilution that is likely')),
  mcapMax: nullable(usd('Market cap with all possible dilution')),
  realized_mNAV: nullable(Type.Number({ description: 'mcapRealized ÷ value of the crypto held' })),
  realistic_mNAV: nullable(
    Type.Number({ description: 'mcapRealistic ÷ value of the crypto held' }),
  ),
  max_mNAV: nullable(Type.Number({ description: 'mcapMax ÷ value of the crypto held' })),
  totalUsdValue: nullable(usd('Value of all that it holds')),
  totalCost: nullable(usd('What was paid for it')),
  holdings: mapOf(holdingSchema, 'By asset'),
})

const assetSchema = namedShape('TreasuryAsset', {
  name: nullableText('Display name'),
  ticker: nullableText('Symbol of the coin'),
  aggregatorId: Type.String({ description: 'Id at the market-data aggregator' }),
  companies: Type.Integer({ description: 'Institutions that hold it' }),
  totalAmount: Type.Number({ description: 'Coins that institutions hold' }),
  totalUsdValue: nullable(usd('Value of them')),
  circSupplyPerc: nullable(percent('Share of the circulating supply')),
})

export const listSchema = shape({
  institutionMetadata: mapOf(institutionSchema, 'By institution id'),
  assetMetadata: mapOf(assetSchema, 'By asset'),
  assets: mapOf(
    Type.Array(
      shape({
        institutionId,
        usdValue: nullable(usd('Value now')),
        amount: Type.Number({ description: 'Whole coins' }),
      }),
    ),
    'Holders by asset, the largest first',
  ),
  institutions: Type.Array(
    shape({
      institutionId,
      totalUsdValue: nullable(usd('Value of all that it holds')),
      totalCost: nullable(usd('What was paid for it')),
    }),
    {
      description: 'By value, the largest first',
    },
  ),
  totalCompanies: Type.Integer({ description: 'Number of institutions' }),
  flows: mapOf(
    Type.Array(
      Type.Tuple([
        day,
        coins('Inflow less outflow'),
        coins('Inflow'),
        coins('Outflow'),
        nullable(usd('Average price of what came in')),
        nullable(usd('Value of what came in')),
      ]),
    ),
    'By asset: time, net, inflow and outflow in coins, average price and US dollars of what came in',
  ),
  lastUpdated: nullable(timeText('Time of the newest record')),
  mNAV: mapOf(
    mapOf(
      Type.Array(Type.Tuple([day, ratio('realized'), ratio('realistic'), ratio('max')])),
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
