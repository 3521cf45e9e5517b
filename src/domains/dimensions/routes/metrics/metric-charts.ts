import type { TSchema } from 'typebox'
import type { Rows } from '../../../../http/render/rows.ts'
import type { RequestContext } from '../../../../http/route.ts'
import { invalidParameter } from '../../../../lib/errors.ts'
import type { NamedSeries } from '../../derive/chart.ts'
import { withRest } from '../../derive/chart.ts'
import type { Member } from '../../derive/members.ts'
import { METRICS } from '../../metrics.ts'
import type { MetricRequest } from '../../read/members.ts'
import { OTHER_LABEL, readLabelSeries } from '../../read/series.ts'
import {
  breakdownRows,
  breakdownSchema,
  chartRows,
  chartSchema,
  exampleChart,
  makeBreakdown,
  makeChart,
  namedByChain,
  namedByProtocol,
  namedByVersion,
  type TimeRange,
} from '../charts.ts'

/** A chart of some members: what its points look like and how it is made. */
interface MetricChart {
  readonly schema: TSchema
  readonly example: unknown
  readonly table: string
  make(
    request: MetricRequest,
    members: readonly Member[],
    range: TimeRange,
    context: RequestContext,
  ): Promise<Rows>
}

export type ChartName =
  | 'chart'
  | 'chainBreakdown'
  | 'protocolBreakdown'
  | 'versionBreakdown'
  | 'labelBreakdown'

export const METRIC_CHARTS: Readonly<Record<ChartName, MetricChart>> = {
  chart: {
    schema: chartSchema,
    example: exampleChart,
    table: '[](date,value)',
    make: async (request, members, range) => chartRows(await makeChart(request, members, range)),
  },
  chainBreakdown: byPart('chain', namedByChain, { Ethereum: 30_000_000, Arbitrum: 12_000_000 }),
  protocolBreakdown: byPart('protocol', namedByProtocol, { 'Example Swap': 42_000_000 }),
  versionBreakdown: byPart('version', namedByVersion, {
    'Example Swap V2': 30_000_000,
    'Example Swap V3': 12_000_000,
  }),
  labelBreakdown: {
    schema: breakdownSchema('label'),
    example: [[1_760_054_400, { 'Token Swap Fees': 40_000, 'Flashloan Fees': 2_000 }]],
    table: '[](date,*){label}=value',
    make: async (request, members, range, { snapshot }) => {
      const ids = members.map(({ subject }) => subject.id)
      const labels = await readLabelSeries(snapshot, request.type.name, ids)
      const parts = await makeBreakdown(request, labels, range)
      const chart = await makeChart(request, members, range)
      return breakdownRows(withRest(chart, parts, OTHER_LABEL))
    },
  },
}

function byPart(
  part: string,
  namedBy: (members: readonly Member[]) => NamedSeries[],
  example: Readonly<Record<string, number>>,
): MetricChart {
  return {
    schema: breakdownSchema(part),
    example: [[1_760_054_400, example]],
    table: `[](date,*){${part}}=value`,
    make: async (request, members, range) =>
      breakdownRows(await makeBreakdown(request, namedBy(members), range)),
  }
}

/** Metrics without labels have no chart by label. */
export function requireLabels({ metric }: MetricRequest): void {
  if (metric.hasLabels) return
  const labelled = METRICS.flatMap(({ name, hasLabels }) => (hasLabels ? [name] : []))
  throw invalidParameter(
    'metric',
    `must be one of ${labelled.join(', ')}: other metrics have no labels.`,
  )
}
