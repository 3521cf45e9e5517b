import Type from 'typebox'
import { dayText, nullableText, percent, timeText, unixDay, usd } from '../../../http/described.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'

const day = unixDay()

function threeOf(what: string) {
  const figure = (name: string) => nullable(Type.Number({ description: `${what}, ${name}` }))
  return [figure('realized'), figure('realistic'), figure('max')] as const
}

const transactionSchema = namedShape('InstitutionTransaction', {
  id: Type.Integer({ description: 'Id of the transaction' }),
  asset: Type.String({ description: 'Id of the asset' }),
  amount: Type.String({ description: 'Whole coins' }),
  avg_price: nullable(Type.String({ description: 'US dollars for a coin, as text' })),
  usd_value: nullable(Type.String({ description: 'US dollars, as text' })),
  start_date: nullable(dayText('First day it can have happened')),
  end_date: nullable(dayText('Last day it can have happened')),
  report_date: dayText('When it was reported'),
  type: Type.String({ description: 'purchase, income, sale or spend' }),
  source_type: nullableText('Kind of source'),
  source_url: nullableText('Address of the source'),
  source_note: nullableText('Note on the source'),
  is_approved: Type.Boolean({ description: 'It was checked and counts' }),
  reject_reason: nullableText('Why it does not count; null when it does'),
  last_updated: timeText('When it was recorded'),
  ticker: Type.String({ description: 'Ticker of the share' }),
  assetName: nullableText('Name of the asset'),
  assetTicker: nullableText('Symbol of the asset'),
})

export const detailSchema = shape({
  institutionId: Type.Integer({ description: 'Id of the institution' }),
  ticker: Type.String({ description: 'Ticker of the share' }),
  name: Type.String({ description: 'Display name' }),
  type: Type.String({ description: 'Kind of institution, such as Stock' }),
  rank: Type.Integer({ description: 'By value of the treasury, 1 is the largest' }),
  price: nullable(usd('Of a share')),
  priceChange24h: nullable(percent('Change of the share price over a day')),
  volume24h: nullable(Type.Number({ description: 'Shares traded in the newest session' })),
  fd_realized: nullableText('Shares outstanding, today’s shares'),
  fd_realistic: nullableText('Shares with dilution that is likely, today’s shares'),
  fd_max: nullableText('Shares with all possible dilution, today’s shares'),
  mcap_realized: nullable(usd('Market cap by fd_realized')),
  mcap_realistic: nullable(usd('Market cap by fd_realistic')),
  mcap_max: nullable(usd('Market cap by fd_max')),
  realized_mNAV: nullable(Type.Number({ description: 'mcap_realized ÷ value of the crypto held' })),
  realistic_mNAV: nullable(
    Type.Number({ description: 'mcap_realistic ÷ value of the crypto held' }),
  ),
  max_mNAV: nullable(Type.Number({ description: 'mcap_max ÷ value of the crypto held' })),
  totalCost: nullable(usd('What was paid for all that it holds')),
  totalUsdValue: nullable(usd('Value of all that it holds')),
  assets: mapOf(
    shape({
      amount: Type.Number({ description: 'Whole coins' }),
      avgPrice: nullable(usd('Average price paid for a coin')),
      usdValue: nullable(usd('Value now')),
      cost: nullable(usd('What was paid')),
    }),
    'What it holds, by asset',
  ),
  assetsMeta: mapOf(
    shape({ name: nullableText('Name of the asset'), ticker: nullableText('Symbol of the asset') }),
    'Assets of its transactions',
  ),
  ohlcv: Type.Array(
    Type.Tuple([
      day,
      usd('Open'),
      usd('High'),
      usd('Low'),
      usd('Close'),
      Type.Number({ description: 'Shares traded' }),
    ]),
    {
      description:
        'Time, open, high, low, close in US dollars and today’s shares, shares traded; oldest first',
    },
  ),
  assetValue: Type.Array(Type.Tuple([day, nullable(usd())]), {
    description: 'Value of the treasury at the end of each day; oldest first',
  }),
  stats: Type.Array(
    Type.Tuple([
      day,
      ...threeOf('Shares'),
      ...threeOf('Market cap in US dollars'),
      ...threeOf('mNAV'),
    ]),
    {
      description:
        'Time, three share counts, three market caps, three mNAVs (realized, realistic, max) by trading day; oldest first',
    },
  ),
  transactions: Type.Array(transactionSchema, { description: 'Newest first' }),
  lastUpdated: nullable(timeText('Time of the newest record')),
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
