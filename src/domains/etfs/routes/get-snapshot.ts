import Type from 'typebox'
import { integer, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { dayRecord, descriptionRecord, flowRecord } from '../records.ts'
import { assetMember, FUND_FACTS, fundFilters, readNewestDays } from './fund-shapes.ts'

export const getSnapshot = defineRoute({
  id: 'etfs.getSnapshot',
  operationId: 'getEtfSnapshot',
  summary: 'Crypto ETFs with assets, volume and flows',
  describe: 'One short row a fund, of its newest trading day, the largest fund first.',
  paths: { pro: '/etfs/snapshot' },
  response: Type.Array(
    shape({
      ticker: string('Ticker of the fund'),
      timestamp: integer(
        'When the figures were taken, or the trading day when that is not known; Unix seconds',
      ),
      asset: assetMember,
      ...descriptionRecord.members,
      ...flowRecord.members,
      aum: dayRecord.members.aum,
      volume: dayRecord.members.volume,
    }),
  ),
  example: [
    {
      ticker: 'TARNB',
      timestamp: 1_760_130_000,
      asset: 'bitcoin',
      ...descriptionRecord.example,
      ...flowRecord.example,
      aum: 18_001_700_000,
      volume: 412_000_000,
    },
  ],
  table: '[]',
  list: { filters: fundFilters },
  reads: FUND_FACTS,
  handler: async (_, context) =>
    (await readNewestDays(context)).map(({ fund, day }) => ({
      ticker: fund.ticker,
      timestamp: day.reported.asOfSec ?? day.reported.daySec,
      asset: fund.asset,
      ...descriptionRecord.item(fund),
      ...flowRecord.item(day),
      aum: day.reported.aumUsd,
      volume: day.reported.volumeUsd,
    })),
})
