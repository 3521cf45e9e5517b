import Type from 'typebox'
import { integer, number, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { assetFlows } from '../derive/flows.ts'
import { fundsState } from '../read/funds.ts'
import { dayRangeQuery, FUND_FACTS } from './fund-shapes.ts'

export const getFlows = defineRoute({
  id: 'etfs.getFlows',
  operationId: 'getEtfFlows',
  summary: 'Flows of crypto ETFs by asset and day',
  describe:
    'For each asset and trading day the sum of the flows of its funds that are known, reported or computed. `funds` and `funds_unknown` count the funds that are in the sum and those that are not.',
  paths: { pro: '/etfs/flows' },
  query: dayRangeQuery,
  response: Type.Array(
    shape({
      aggregator_id: string('Aggregator id of the asset'),
      day: string('The trading day, ISO 8601'),
      total_flow_usd: nullable(number('US dollars')),
      flows_source: nullable(
        Type.Union([Type.Literal('reported'), Type.Literal('computed'), Type.Literal('mixed')], {
          description:
            'Reported by the funds, computed from shares and net asset value, or mixed; null when no flow is known',
        }),
      ),
      funds: integer('Funds whose flow is in the sum'),
      funds_unknown: integer('Funds with figures for the day but no flow'),
    }),
  ),
  example: [
    {
      aggregator_id: 'bitcoin',
      day: '2025-10-10T00:00:00.000Z',
      total_flow_usd: 214_300_000,
      flows_source: 'mixed',
      funds: 5,
      funds_unknown: 1,
    },
  ],
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
    return assetFlows(flows).map(({ asset, daySec, totalUsd, source, funds, fundsUnknown }) => ({
      aggregator_id: asset,
      day: new Date(daySec * 1000).toISOString(),
      total_flow_usd: totalUsd,
      flows_source: source,
      funds,
      funds_unknown: fundsUnknown,
    }))
  },
})
