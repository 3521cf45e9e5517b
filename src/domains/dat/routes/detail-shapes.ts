import Type from 'typebox'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'

const amount = nullable(Type.Number())
const usd = nullable(Type.Number({ description: 'US dollars' }))
const ratio = nullable(Type.Number({ description: 'Market cap ÷ value of the crypto held' }))
const shares = nullable(Type.String({ description: 'Today’s shares' }))
const day = Type.Integer({ description: 'Unix seconds, 00:00 UTC' })
const date = nullable(Type.String({ description: 'YYYY-MM-DD' }))
const textOrNull = nullable(Type.String())

const transactionSchema = shape({
  id: Type.Integer(),
  asset: Type.String(),
  amount: Type.String({ description: 'Whole coins' }),
  avg_price: nullable(Type.String({ description: 'US dollars for a coin' })),
  usd_value: nullable(Type.String({ description: 'US dollars' })),
  start_date: date,
  end_date: date,
  report_date: Type.String({ description: 'YYYY-MM-DD' }),
  type: Type.String({ description: 'purchase, income, sale or spend' }),
  source_type: textOrNull,
  source_url: textOrNull,
  source_note: textOrNull,
  is_approved: Type.Boolean(),
  reject_reason: textOrNull,
  last_updated: Type.String({ description: 'ISO 8601' }),
  ticker: Type.String(),
  assetName: textOrNull,
  assetTicker: textOrNull,
})

export const detailSchema = shape({
  institutionId: Type.Integer(),
  ticker: Type.String(),
  name: Type.String(),
  type: Type.String(),
  rank: Type.Integer({ description: 'By value of the treasury, 1 is the largest' }),
  price: usd,
  priceChange24h: nullable(Type.Number({ description: 'Percent' })),
  volume24h: nullable(Type.Number({ description: 'Shares traded in the newest session' })),
  fd_realized: shares,
  fd_realistic: shares,
  fd_max: shares,
  mcap_realized: usd,
  mcap_realistic: usd,
  mcap_max: usd,
  realized_mNAV: ratio,
  realistic_mNAV: ratio,
  max_mNAV: ratio,
  totalCost: usd,
  totalUsdValue: usd,
  assets: mapOf(
    shape({ amount: Type.Number(), avgPrice: usd, usdValue: usd, cost: usd }),
    'What it holds, by asset',
  ),
  assetsMeta: mapOf(shape({ name: textOrNull, ticker: textOrNull }), 'Assets of its transactions'),
  ohlcv: Type.Array(
    Type.Tuple([day, Type.Number(), Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
    {
      description:
        'Time, open, high, low, close in US dollars and today’s shares, shares traded; oldest first',
    },
  ),
  assetValue: Type.Array(Type.Tuple([day, usd]), {
    description: 'Value of the treasury at the end of each day; oldest first',
  }),
  stats: Type.Array(
    Type.Tuple([day, amount, amount, amount, amount, amount, amount, amount, amount, amount]),
    {
      description:
        'Time, three share counts, three market caps, three mNAVs (realized, realistic, max) by trading day; oldest first',
    },
  ),
  transactions: Type.Array(transactionSchema, { description: 'Newest first' }),
  lastUpdated: nullable(Type.String({ description: 'ISO 8601' })),
})

export const exampleDetail = {
  institutionId: 7,
  ticker: 'XYZ',
  name: 'Example Holdings Inc.',
  type: 'Stock',
  rank: 1,
  price: 151.2,
  priceChange24h: -1.4,
  volume24h: 9_650_000,
  fd_realized: '268000000',
  fd_realistic: '279800000',
  fd_max: '303600000',
  mcap_realized: 40_521_600_000,
  mcap_realistic: 42_305_760_000,
  mcap_max: 45_904_320_000,
  realized_mNAV: 0.88,
  realistic_mNAV: 0.92,
  max_mNAV: 0.99,
  totalCost: 33_100_000_000,
  totalUsdValue: 46_200_000_000,
  assets: {
    bitcoin: {
      amount: 640_000,
      avgPrice: 51_718.75,
      usdValue: 46_200_000_000,
      cost: 33_100_000_000,
    },
  },
  assetsMeta: { bitcoin: { name: 'Bitcoin', ticker: 'BTC' } },
  ohlcv: [[1_768_176_000, 152.1, 154, 150.3, 151.2, 9_650_000]],
  assetValue: [[1_768_176_000, 46_200_000_000]],
  stats: [
    [
      1_768_176_000, 268_000_000, 279_800_000, 303_600_000, 40_521_600_000, 42_305_760_000,
      45_904_320_000, 0.88, 0.92, 0.99,
    ],
  ],
  transactions: [
    {
      id: 70_082,
      asset: 'bitcoin',
      amount: '120',
      avg_price: '91000',
      usd_value: '10920000',
      start_date: '2026-01-05',
      end_date: '2026-01-11',
      report_date: '2026-01-12',
      type: 'purchase',
      source_type: 'filing',
      source_url: 'https://filings.example/70082',
      source_note: '120 coins bought between 5 and 11 January.',
      is_approved: true,
      reject_reason: null,
      last_updated: '2026-01-12T13:00:00.000Z',
      ticker: 'XYZ',
      assetName: 'Bitcoin',
      assetTicker: 'BTC',
    },
  ],
  lastUpdated: '2026-01-14T12:00:00.000Z',
}
