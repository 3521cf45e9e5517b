import { dayOf, HOUR_SEC } from '../../../lib/clock.ts'
import { addFlows, type Flow, NO_FLOW, volumeUsd } from './flow.ts'

/** Ranges of time that lists and details speak of. */
export const WINDOWS = [
  'lastHour',
  'last24h',
  'currentDay',
  'lastDay',
  'dayBeforeLast',
  'week',
  'month',
] as const
export type WindowFlows = Readonly<Record<(typeof WINDOWS)[number], Flow>>

/** What is known of a bridge on a chain: flows of UTC days and hours, both numbered from 1970. */
export interface FlowHistory {
  ofDay(day: number): Flow
  ofHour(hour: number): Flow
}

const HOURS_A_DAY = 24
const WEEK_DAYS = 7
const MONTH_DAYS = 30

/** Flows of windows (bridges.md#windows): complete days and hours, but for the current day. */
export function windowFlows({ ofDay, ofHour }: FlowHistory, nowSec: number): WindowFlows {
  const today = dayOf(nowSec)
  const thisHour = Math.floor(nowSec / HOUR_SEC)
  return {
    lastHour: ofHour(thisHour - 1),
    last24h: sum(ofHour, thisHour - HOURS_A_DAY, thisHour),
    currentDay: ofDay(today),
    lastDay: ofDay(today - 1),
    dayBeforeLast: ofDay(today - 2),
    week: sum(ofDay, today - WEEK_DAYS, today),
    month: sum(ofDay, today - MONTH_DAYS, today),
  }
}

/** Flows of the same windows, added up. */
export function addWindowFlows(list: Iterable<WindowFlows>): WindowFlows {
  const total = Object.fromEntries(WINDOWS.map((window) => [window, NO_FLOW])) as Record<
    (typeof WINDOWS)[number],
    Flow
  >
  for (const flows of list) {
    for (const window of WINDOWS) total[window] = addFlows(total[window], flows[window])
  }
  return total
}

function sum(flowOf: (index: number) => Flow, from: number, end: number): Flow {
  let total = NO_FLOW
  for (let index = from; index < end; index++) total = addFlows(total, flowOf(index))
  return total
}

/** What the windows hold: of a bridge as a whole, and of each of its chains by key. */
export interface BridgeWindows {
  /** `undefined` when no transfer of the bridge is known. */
  readonly whole: WindowFlows | undefined
  readonly byChain: ReadonlyMap<string, WindowFlows>
}

/**
 * A bridge is the sum of its chains. A destination chain without recorded transfers carries the
 * values of the whole, as everything went there or came from there
 * (bridges.md#chains-and-destination).
 */
export function bridgeWindows(
  recorded: ReadonlyMap<string, WindowFlows>,
  destinationChain: string | null,
): BridgeWindows {
  if (recorded.size === 0) return { whole: undefined, byChain: new Map() }
  const whole = addWindowFlows(recorded.values())
  const isUnseen = destinationChain !== null && !recorded.has(destinationChain)
  return { whole, byChain: isUnseen ? new Map([...recorded, [destinationChain, whole]]) : recorded }
}

/** Several bridges as if they were one. */
export function addBridgeWindows(windows: readonly BridgeWindows[]): BridgeWindows {
  const known = windows.flatMap(({ whole }) => whole ?? [])
  const chains = new Set(windows.flatMap(({ byChain }) => [...byChain.keys()]))
  const ofChain = (chain: string) =>
    addWindowFlows(windows.flatMap(({ byChain }) => byChain.get(chain) ?? []))
  return {
    whole: known.length === 0 ? undefined : addWindowFlows(known),
    byChain: new Map([...chains].sort().map((chain) => [chain, ofChain(chain)])),
  }
}

export interface ChainVolume {
  readonly chain: string
  readonly volumeUsd: number
}

/** Volume of 24 hours by chain, largest first; chains add up (bridges.md#volumes-by-chain). */
export function chainVolumes(byChain: ReadonlyMap<string, WindowFlows>): ChainVolume[] {
  return [...byChain]
    .map(([chain, flows]) => ({ chain, volumeUsd: volumeUsd(flows.last24h) }))
    .sort((a, b) => b.volumeUsd - a.volumeUsd || (a.chain < b.chain ? -1 : 1))
}
