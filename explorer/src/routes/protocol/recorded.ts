import { useOperation } from '../../api/use-operation.ts'
import { isRecorded, lastDayOf, useMetricRows } from '../metrics/metric-rows.ts'

export interface Recorded {
  /** Metrics that are recorded of the protocol or of its versions. */
  readonly metrics: readonly string[]
  /** The day that the newest figures of a metric are of. */
  readonly days: ReadonlyMap<string, number | null>
  readonly hasUsers: boolean
  readonly isPending: boolean
}

/** What is recorded of a protocol: the lists of the metrics say so, without asking in vain. */
export function useRecorded(slug: string): Recorded {
  const lists = [
    ['dexs', useMetricRows('dexs')],
    ['derivatives', useMetricRows('derivatives')],
    ['open-interest', useMetricRows('open-interest')],
    ['options', useMetricRows('options')],
    ['fees', useMetricRows('fees')],
  ] as const
  const users = useOperation('listActiveUsers', {})
  return {
    metrics: lists.filter(([, asked]) => isRecorded(asked, slug)).map(([id]) => id),
    days: new Map(lists.map(([id, asked]) => [id, lastDayOf(asked, slug)])),
    hasUsers: users.data?.body[slug] !== undefined,
    isPending: users.isPending || lists.some(([, asked]) => asked.isPending),
  }
}
