import Type from 'typebox'
import { integer, number, timeText, unixDay, usd } from '../../../http/described.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { assetRecord, institutionRecord, worthRecord } from '../records.ts'

const day = unixDay()

const coins = (what: string) => number(`${what}, whole coins`)
const ratio = (name: string) => nullable(number(`mNAV, ${name}`))

export const listSchema = shape({
  institutionMetadata: mapOf(institutionRecord.schema, 'By institution id'),
  assetMetadata: mapOf(assetRecord.schema, 'By asset'),
  assets: mapOf(
    Type.Array(
      shape({
        institutionId: worthRecord.members.institutionId,
        usdValue: nullable(usd('Value now')),
        amount: number('Whole coins'),
      }),
    ),
    'Holders by asset, the largest first',
  ),
  institutions: Type.Array(worthRecord.schema, { description: 'By value, the largest first' }),
  totalCompanies: integer('Number of institutions'),
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
  institutionMetadata: { '7': institutionRecord.example },
  assetMetadata: { bitcoin: assetRecord.example },
  assets: { bitcoin: [{ institutionId: 7, usdValue: 46_200_000_000, amount: 640_000 }] },
  institutions: [worthRecord.example],
  totalCompanies: 1,
  flows: { bitcoin: [[1_768_176_000, 120, 120, 0, 91_000, 10_920_000]] },
  lastUpdated: '2026-01-14T12:00:00.000Z',
  mNAV: { bitcoin: { '7': [[1_768_176_000, 0.88, 0.92, 0.99]] } },
}
