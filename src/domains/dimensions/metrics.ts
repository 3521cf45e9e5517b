import metricData from '../../../data/metrics.json' with { type: 'json' }
import { invalidParameter, notFound } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'

/** One kind of figure of a metric. */
export interface DataType {
  readonly name: string
  /** Further accepted spellings (dimensions.md#data-types). */
  readonly aliases?: readonly string[]
  /** A flow adds up over days; windows of a level are averages (dimensions.md#levels). */
  readonly kind: 'flow' | 'level'
  /** Distinct users of chains do not add up: across chains they are a row of their own (`all`). */
  readonly distinct?: boolean
  /** In charts it is the running total of this type (dimensions.md#data-types). */
  readonly runningTotalOf?: string
  /** What it is called in a protocol's methodology, and what is counted. */
  readonly title: string
  readonly methodology: string
}

export interface Metric {
  readonly name: string
  readonly title: string
  /** The first one is the default. */
  readonly dataTypes: readonly [DataType, ...DataType[]]
  /** Whether its rows may have the label of a source. */
  readonly hasLabels: boolean
}

/** As data/metrics.json has it. */
interface ListedMetric extends Omit<Metric, 'dataTypes'> {
  readonly dataTypes: readonly (Omit<DataType, 'kind'> & { readonly isLevel?: boolean })[]
}

const listed: readonly ListedMetric[] = metricData

/** Everything that is measured by the day: a new metric is a row of data/metrics.json. */
export const METRICS: readonly Metric[] = listed.map(({ dataTypes, ...metric }) => {
  const [first, ...others] = dataTypes.map(
    ({ isLevel, ...type }): DataType => ({ ...type, kind: isLevel ? 'level' : 'flow' }),
  )
  if (first === undefined) throw new Error(`The metric ${metric.name} has no data type.`)
  return { ...metric, dataTypes: [first, ...others] }
})

/** Data types that count something instead of being worth dollars. */
const COUNTS: readonly string[] = ['dailyActiveUsers', 'dailyTransactionCount', 'dailyNewUsers']

export function isCount(dataType: string): boolean {
  return COUNTS.includes(dataType)
}

const byName = new Map(METRICS.map((metric) => [metric.name, metric]))

export function getMetric(name: string): Metric {
  const metric = byName.get(name)
  if (metric !== undefined) return metric
  throw notFound(
    `No metric is called ${JSON.stringify(name.slice(0, 60))}. There are ${[...byName.keys()].join(', ')}.`,
    suggest(name, byName.keys()),
  )
}

/** The type of that name, in its exact case (dimensions.md#data-types), or the metric's default. */
export function getDataType(metric: Metric, asked: string | undefined): DataType {
  const { name: metricName, dataTypes } = metric
  if (asked === undefined) return dataTypes[0]
  const found = dataTypes.find(({ name, aliases }) => name === asked || aliases?.includes(asked))
  if (found !== undefined) return found
  const names = dataTypes.map(({ name }) => name).join(', ')
  throw invalidParameter(
    'dataType',
    `must be one of ${names} (case matters) for ${metricName}, not ${JSON.stringify(asked.slice(0, 60))}.`,
  )
}
