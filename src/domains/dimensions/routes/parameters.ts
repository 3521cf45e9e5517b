import {
  flag,
  optionalStartTime,
  optionalText,
  optionalUnixTime,
  text,
} from '../../../http/parameters.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { protocols } from '../../registry/public.ts'
import { dimensionDays, dimensionMethods } from '../facts.ts'
import { getMetric, METRICS } from '../metrics.ts'

/** Parameters that operations on dimensions share. */
export const metricName = text(`One of ${METRICS.map(({ name }) => name).join(', ')}.`, 'dexs')
export const chainName = text('Chain, by any of its names.', 'Ethereum')
export const protocolName = (example = 'harbor-swap') =>
  text('Slug of a protocol, of a parent, or of a chain that is measured itself.', example)
export const categoryName = text('Slug or name of a category, or a tag.', 'dexs')

export const dataType = optionalText(
  `Kind of figure, in its exact case; the first one is the default. ${METRICS.map(
    ({ name, dataTypes }) => `${name}: ${dataTypes.map((type) => type.name).join(', ')}`,
  ).join('. ')}.`,
  'dailyVolume',
)

/** The data types of one metric only, for its own addresses. */
export function dataTypeOf(metric: string) {
  const { dataTypes } = getMetric(metric)
  const names = dataTypes.map(({ name }) => name).join(', ')
  return optionalText(
    `One of ${names}, in its exact case; the first one is the default.`,
    dataTypes[0].name,
  )
}

export const excludeFlags = {
  excludeTotalDataChart: flag('Leaves `totalDataChart` empty.'),
  excludeTotalDataChartBreakdown: flag('Leaves `totalDataChartBreakdown` empty.'),
}

export const chartQuery = {
  dataType,
  start: optionalStartTime('Earliest day, Unix seconds.'),
  end: optionalUnixTime('Latest day, Unix seconds.'),
}

export const READS = [protocols, dimensionDays]
export const READS_WITH_METHODS = [...READS, dimensionMethods]
/** Figures change with the facts, and with D at midnight. */
export const NOW_STEP_SEC = DAY_SEC
