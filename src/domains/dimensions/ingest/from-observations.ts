import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import type { ReadingInput } from '../../../live/model/watch.ts'
import { flowAmount, priceSecOf, valueAmount, weighAmount } from '../../../sources/model/amounts.ts'
import type { Flow, Observations, SeenMethod } from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import { chains } from '../../registry/public.ts'
import { CHAIN_PREFIX, dimensionDays, dimensionMethods } from '../facts.ts'
import { METRICS } from '../metrics.ts'

const spellings = new Map(
  METRICS.flatMap(({ dataTypes }) =>
    dataTypes.flatMap(({ name, aliases = [] }) => aliases.map((a) => [a, name])),
  ),
)

/** Dollars of a flow's day; those of one figure and time add up, and negative ones take away. */
export const observeFlows: ObservationWriter = (seen, prices) => [
  { fact: dimensionDays, rows: sumFlows(seen.flows, prices), nothing: { valueUsd: 0 } },
  { fact: dimensionMethods, rows: lastMethods(seen.methods) },
]

function sumFlows(flows: readonly Flow[], prices: PriceBook): Record<string, unknown>[] {
  const rows = new Map<string, Record<string, unknown> & { valueUsd: number }>()
  for (const flow of flows) {
    const { metric, version, label, atSec } = flow
    const key = {
      metric,
      ...subjectOf(flow),
      version,
      chain: chains.keyOf(flow.chain),
      label,
      atSec,
    }
    const place = JSON.stringify(key)
    rows.set(place, {
      ...key,
      valueUsd: (rows.get(place)?.valueUsd ?? 0) + valueOfFlow(flow, prices),
    })
  }
  return [...rows.values()]
}

/** tvl.md#records: what has no price counts 0. */
function valueOfFlow(flow: Flow, prices: PriceBook): number {
  if ('count' in flow.amount) return flow.amount.count
  const valued = valueAmount(flowAmount(flow, prices) ?? flow.amount, priceSecOf(flow), prices)
  return 'unpriced' in valued ? 0 : valued.valueUsd
}

/** One text for each figure and label: the last that was given. */
function lastMethods(methods: readonly SeenMethod[]): Record<string, unknown>[] {
  const rows = new Map<string, Record<string, unknown>>()
  for (const method of methods) {
    const key = { metric: method.metric, ...subjectOf(method), label: method.label }
    // Where the method can be read is not seen on a chain: the URL on record stands.
    if (method.methodology.trim() !== '')
      rows.set(JSON.stringify(key), { ...key, methodology: method.methodology })
  }
  return [...rows.values()]
}

/** Whose figure it is, and which, in their one spelling. */
export function subjectOf({ protocol, dataType }: Pick<Flow, 'protocol' | 'dataType'>): {
  protocol: string
  dataType: string
} {
  const isChain = protocol.startsWith(CHAIN_PREFIX)
  return {
    protocol: isChain
      ? `${CHAIN_PREFIX}${chains.keyOf(protocol.slice(CHAIN_PREFIX.length))}`
      : protocol,
    dataType: spellings.get(dataType) ?? dataType,
  }
}

/** The amounts behind each daily figure; counts have none. */
export function weighFlows(seen: Observations, prices: PriceBook): ReadingInput[] {
  return seen.flows.flatMap((flow) => {
    const amount = flowAmount(flow, prices)
    if (amount === undefined) return []
    const { metric, atSec } = flow
    return [
      {
        ...weighAmount(amount, priceSecOf(flow), prices),
        series: { metric, ...subjectOf(flow) },
        atSec,
        line: '',
      },
    ]
  })
}
