import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { snapshotRecord } from '../records.ts'
import { FUND_FACTS, fundFilters, readNewestDays } from './fund-shapes.ts'

export const getSnapshot = defineRoute({
  id: 'etfs.getSnapshot',
  operationId: 'getEtfSnapshot',
  summary: 'Crypto ETFs with assets, volume and flows',
  describe: 'One short row a fund, of its newest trading day, the largest fund first.',
  paths: { pro: '/etfs/snapshot' },
  response: Type.Array(snapshotRecord.schema),
  example: [snapshotRecord.example],
  table: '[]',
  list: { filters: fundFilters },
  reads: FUND_FACTS,
  handler: async (_, context) => {
    const newest = await readNewestDays(context)
    return newest.map(({ fund, day }) => snapshotRecord.item({ ...fund, ...day, ...day.reported }))
  },
})
