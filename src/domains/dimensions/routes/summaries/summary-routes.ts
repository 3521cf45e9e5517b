import { defineRoute, type Route } from '../../../../http/route.ts'
import { coverageHeader } from '../figures.ts'
import { ownOfSummary } from '../own-members.ts'
import { OWN_PATHS, operationOf, pathsOf } from '../own-paths.ts'
import {
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  periodRule,
  protocolName,
  READS_WITH_METHODS,
} from '../parameters.ts'
import { exampleSummary, makeSummary, summarySchema } from './summary.ts'

/** Members that are charts, some of them of one metric alone. */
const CHARTS = [
  'totalDataChart',
  'totalDataChartBreakdown',
  'dailyVolume',
  'dailyPremiumVolume',
  'dailyNotionalVolume',
]

export const summaryRoutes: readonly Route[] = OWN_PATHS.flatMap((declared) => {
  const { metric, name, summary, protocol } = declared
  if (summary === undefined) return []
  const members = ownOfSummary(metric)
  return defineRoute({
    id: operationOf(name, 'Summary'),
    summary,
    describe:
      'Figures, charts by chain and version, and what is said of the protocol. A parent is the sum of its children.',
    paths: pathsOf(`/summary/${metric}/{protocol}`, declared),
    params: { protocol: protocolName(protocol) },
    query: { ...excludeFlags, dataType: dataTypeOf(metric) },
    response: summarySchema(members),
    headers: coverageHeader,
    example: exampleSummary(members),
    table: 'totalDataChart[](date,value)',
    series: { rule: periodRule(metric), at: CHARTS },
    reads: READS_WITH_METHODS,
    nowStepSec: NOW_STEP_SEC,
    handler: ({ params, query }, context) =>
      makeSummary(context, { metric, protocol: params.protocol, ...query }, members),
  })
})
