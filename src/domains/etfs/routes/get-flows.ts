import Type from 'typebox'
import { integer, number, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable } from '../../../http/schemas.ts'
import { field, record } from '../../../records/record.ts'
import { type AssetFlow, assetFlows } from '../derive/flows.ts'
import { fundsState } from '../read/funds.ts'
import { dayRangeQuery, FUND_FACTS } from './fund-shapes.ts'

const flowsRecord = record({
  aggregator_id: field(string('Aggregator id of the asset'), 'bitcoin', 'asset'),
  day: field(
    string('The trading day, ISO 8601'),
    '2025-10-10T00:00:00.000Z',
    ({ daySec }: AssetFlow) => new Date(daySec * 1000).toISOString(),
  ),
  total_flow_usd: field(nullable(number('US dollars')), 214_300_000, 'totalUsd'),
  flows_source: field(
    nullable(
      Type.Union([Type.Literal('reported'), Type.Literal('computed'), Type.Literal('mixed')], {
        description:
          'Reported by the funds, computed from shares and net asset value, or mixed; null when no flow is known',
      }),
    ),
    'mixed',
    'source',
  ),
  funds: field(integer('Funds whose flow is in the sum'), 5),
  funds_unknown: field(integer('Funds with figures for the day but no flow'), 1, 'fundsUnknown'),
})

export const getFlows = defineRoute({
  id: 'etfs.getFlows',
  operationId: 'getEtfFlows',
  summary: 'Flows of crypto ETFs by asset and day',
  describe:
    'For each asset and trading day the sum of the flows of its funds that are known, reported or computed. `funds` and `funds_unknown` count the funds that are in the sum and those that are not.',
  paths: { pro: '/etfs/flows' },
  query: dayRangeQuery,
  response: Type.Array(flowsRecord.schema),
  example: [flowsRecord.example],
  table: '[]',
  series: { rule: 'last', rules: { total_flow_usd: 'sum' }, by: ['aggregator_id'] },
  reads: FUND_FACTS,
  handler: async (
    { query: { start = 0, end = Number.POSITIVE_INFINITY } },
    { snapshot, states },
  ) => {
    const funds = await states.get(fundsState, snapshot)
    const flows = [...funds.values()].flatMap(({ asset, days }) =>
      // The flow of a fund without a description belongs to no asset.
      asset === null
        ? []
        : days
            .filter(({ reported: { daySec } }) => daySec >= start && daySec <= end)
            .map(({ reported: { daySec }, flow }) => ({ asset, daySec, flow })),
    )
    return assetFlows(flows).map(flowsRecord.item)
  },
})
