import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { measure, sumOf } from '../derive/measured.ts'
import { methodsState } from '../read/methods.ts'
import { getNamed, openView } from '../view.ts'
import { dataType, metricName, NOW_STEP_SEC, protocolName, READS_WITH_METHODS } from './asked.ts'
import {
  coverageHeader,
  exampleFigures,
  figuresOf,
  figuresSchema,
  withCoverage,
} from './figures.ts'
import { exampleMetadata, metadataOf, metadataSchema } from './metadata.ts'

export const getMetricProtocol = defineRoute({
  id: 'dimensions.getMetricProtocol',
  summary: 'Totals of a metric of one protocol',
  describe:
    'All windows and changes, and what is said of the protocol. A parent is the sum of its children.',
  paths: { pro: '/api/v2/metrics/{metric}/protocol/{protocol}' },
  params: { metric: metricName, protocol: protocolName },
  query: { dataType },
  response: shape({ ...metadataSchema, ...figuresSchema }),
  headers: coverageHeader,
  example: { ...exampleMetadata, ...exampleFigures },
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    const named = getNamed(params.protocol, view)
    const measured = measure(named.members, view.lastDay, view.type.kind)
    const methods = await context.states.get(methodsState, context.snapshot)
    return withCoverage(
      {
        ...metadataOf(named, measured, view, methods),
        ...figuresOf(sumOf(measured), view.type.kind, false),
      },
      measured,
    )
  },
})
