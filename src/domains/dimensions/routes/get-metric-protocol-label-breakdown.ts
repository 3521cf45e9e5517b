import { RenderedBytes } from '../../../http/rendered.ts'
import { defineRoute } from '../../../http/route.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { withRest } from '../derive/with-rest.ts'
import { METRICS } from '../metrics.ts'
import { OTHER_LABEL, readLabelSeries } from '../read/labels.ts'
import { getNamed, openView } from '../view.ts'
import { chartQuery, metricName, NOW_STEP_SEC, protocolName, READS } from './asked.ts'
import { breakdownSchema, makeBreakdown, makeChart, renderBreakdown } from './charts.ts'

const labelled = METRICS.filter(({ hasLabels }) => hasLabels).map(({ name }) => name)

export const getMetricProtocolLabelBreakdown = defineRoute({
  id: 'dimensions.getMetricProtocolLabelBreakdown',
  summary: 'Fees of one protocol over time by their source',
  describe: `Only ${labelled.join(', ')} have labels. What has none, or was derived, stands under ${OTHER_LABEL}, so that the labels of a day add up to the point of the chart.`,
  paths: { pro: '/api/v2/chart/{metric}/protocol/{protocol}/label-breakdown' },
  params: { metric: { ...metricName, example: 'fees' }, protocol: protocolName },
  query: chartQuery,
  response: breakdownSchema('label'),
  example: [[1_760_054_400, { 'Token Swap Fees': 40_000, 'Flashloan Fees': 2_000 }]],
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    if (!view.metric.hasLabels)
      throw invalidParameter(
        'metric',
        `must be one of ${labelled.join(', ')}: other metrics have no labels.`,
      )
    const { members } = getNamed(params.protocol, view)
    const ids = members.map(({ subject }) => subject.id)
    const rows = await readLabelSeries(context.snapshot, view.type.name, ids)
    const labels = new Map(rows.map(({ label, series }) => [series, label]))
    const parts = makeBreakdown(
      view,
      [...labels.keys()],
      (series) => labels.get(series) ?? OTHER_LABEL,
      query,
    )
    return new RenderedBytes(
      renderBreakdown(withRest(makeChart(view, members, query), parts, OTHER_LABEL)),
    )
  },
})
