import type { Rule } from '../../../http/lists/combine.ts'
import type { SeriesRequest } from '../../../http/lists/series.ts'
import {
  flag,
  optionalStartTime,
  optionalText,
  optionalUnixTime,
  type Parameter,
  text,
} from '../../../http/parameters.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { protocols } from '../../registry/public.ts'
import { dimensionDays, dimensionMethods } from '../facts.ts'
import { getDataType, getMetric, METRICS } from '../metrics.ts'

/** A parameter with its names; the handler refuses others (dimensions.md#data-types). */
function oneOf<T>(parameter: Parameter<T>, names: readonly string[]): Parameter<T> {
  return { ...parameter, schema: { type: 'string', enum: [...new Set(names)] } }
}

/** Parameters that operations on dimensions share. */
export const metricName = oneOf(
  text('Name of a metric.', 'dexs'),
  METRICS.map(({ name }) => name),
)
export const chainName = text('Chain, by any of its names.', 'Ethereum')
export const protocolName = (example = 'harbor-swap') =>
  text('Slug of a protocol, of a parent, or of a chain that is measured itself.', example)
export const categoryName = text('Slug or name of a category, or a tag.', 'dexs')

export const dataType = oneOf(
  optionalText(
    `Kind of figure, in its exact case; the first one is the default. ${METRICS.map(
      ({ name, dataTypes }) => `${name}: ${dataTypes.map((type) => type.name).join(', ')}`,
    ).join('. ')}.`,
    getMetric('dexs').dataTypes[0].name,
  ),
  METRICS.flatMap(({ dataTypes }) => dataTypes.map(({ name }) => name)),
)

/** The data types of one metric only, for its own paths. */
export function dataTypeOf(metric: string) {
  const { dataTypes } = getMetric(metric)
  const names = dataTypes.map(({ name }) => name)
  const describe = `One of ${names.join(', ')}, in its exact case; the first one is the default.`
  return oneOf(optionalText(describe, dataTypes[0].name), names)
}

export const excludeFlags = {
  excludeTotalDataChart: flag('Leaves `totalDataChart` empty.'),
  excludeTotalDataChartBreakdown: flag('Leaves `totalDataChartBreakdown` empty.'),
}

/** How much of the charts is shown; the figures beside them stay the same. */
export const chartRange = {
  start: optionalStartTime('Earliest day of the charts, Unix seconds.'),
  end: optionalUnixTime('Latest day of the charts, Unix seconds.'),
}

export const chartQuery = { dataType, ...chartRange }

export const READS = [protocols, dimensionDays]
export const READS_WITH_METHODS = [...READS, dimensionMethods]
/** Flows of a week add up; others are what they were at its end. The path may name the metric. */
export function periodRule(metricName?: string) {
  return ({ params, query }: SeriesRequest): Rule => {
    const metric = getMetric(metricName ?? String(params.metric))
    const { kind, runningTotalOf } = getDataType(metric, query.dataType as string | undefined)
    return kind === 'flow' && runningTotalOf === undefined ? 'sum' : 'last'
  }
}

/** Figures change with the facts, and with D at midnight. */
export const NOW_STEP_SEC = DAY_SEC
