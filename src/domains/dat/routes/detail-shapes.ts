import Type from 'typebox'
import { nullableText, number, timeText, unixDay, usd } from '../../../http/described.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { detailRecord, heldRecord, transactionRecord } from '../records.ts'

const day = unixDay()

function threeOf(what: string) {
  const figure = (name: string) => nullable(number(`${what}, ${name}`))
  return [figure('realized'), figure('realistic'), figure('max')] as const
}

export const detailSchema = shape({
  ...detailRecord.members,
  assets: mapOf(heldRecord.schema, 'What it holds, by asset'),
  assetsMeta: mapOf(
    shape({ name: nullableText('Name of the asset'), ticker: nullableText('Symbol of the asset') }),
    'Assets of its transactions',
  ),
  ohlcv: Type.Array(
    Type.Tuple([day, usd('Open'), usd('High'), usd('Low'), usd('Close'), number('Shares traded')]),
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
  transactions: Type.Array(transactionRecord.schema, { description: 'Newest first' }),
  lastUpdated: nullable(timeText('Time of the newest record')),
})

export const exampleDetail = {
  ...detailRecord.example,
  assets: { bitcoin: heldRecord.example },
  assetsMeta: { bitcoin: { name: 'Bitcoin', ticker: 'BTC' } },
  ohlcv: [[1_768_176_000, 152.1, 154, 150.3, 151.2, 9_650_000]],
  assetValue: [[1_768_176_000, 46_200_000_000]],
  stats: [
    [
      1_768_176_000, 268_000_000, 279_800_000, 303_600_000, 40_521_600_000, 42_305_760_000,
      45_904_320_000, 0.88, 0.92, 0.99,
    ],
  ],
  transactions: [transactionRecord.example],
  lastUpdated: '2026-01-14T12:00:00.000Z',
}
