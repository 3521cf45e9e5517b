import { addFlows, type DailyFlows, type Flow, invertFlow, NO_FLOW } from './flow.ts'

/** Flows of one bridge on its chains, by UTC days numbered from 1970. */
export interface BridgeFlows {
  readonly destinationChain: string | null
  readonly chains: ReadonlyMap<string, DailyFlows>
}

export interface VolumePoint {
  readonly day: number
  readonly flow: Flow
}

/**
 * Daily flows from the first day with a transfer to `lastDay` (bridges.md#windows). On a chain,
 * bridges that lead to it and record only other sides count with those sides inverted (bridges.md).
 */
export function volumeSeries(
  bridges: readonly BridgeFlows[],
  chain: string | undefined,
  lastDay: number,
): VolumePoint[] {
  const direct = bridges.flatMap(({ chains }) =>
    chain === undefined ? [...chains.values()] : (chains.get(chain) ?? []),
  )
  const inverted = bridges
    .filter(
      ({ destinationChain, chains }) =>
        chain !== undefined && destinationChain === chain && !chains.has(chain),
    )
    .flatMap(({ chains }) => [...chains.values()])
  const firstDay = Math.min(...[...direct, ...inverted].map((flows) => flows.firstDay))
  const series: VolumePoint[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    let flow = NO_FLOW
    for (const flows of direct)
      if (day >= flows.firstDay && day < flows.endDay) flow = addFlows(flow, flows.ofDay(day))
    for (const flows of inverted)
      if (day >= flows.firstDay && day < flows.endDay)
        flow = addFlows(flow, invertFlow(flows.ofDay(day)))
    series.push({ day, flow })
  }
  return series
}
