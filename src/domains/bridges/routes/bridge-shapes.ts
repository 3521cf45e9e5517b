import Type from 'typebox'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import type { BridgeWindows } from '../derive/bridge-windows.ts'
import { type Flow, volumeUsd } from '../derive/flow.ts'
import type { WindowFlows } from '../derive/window-flows.ts'
import type { Bridge } from '../read/bridge-directory.ts'

export const usd = nullable(
  Type.Number({ description: 'US dollars; null when no transfer is known' }),
)
const count = nullable(Type.Integer())
const txs = shape({ deposits: count, withdrawals: count })

const figuresSchema = {
  lastHourlyVolume: usd,
  currentDayVolume: usd,
  lastDailyVolume: usd,
  dayBeforeLastVolume: usd,
  weeklyVolume: usd,
  monthlyVolume: usd,
  lastHourlyTxs: txs,
  currentDayTxs: txs,
  prevDayTxs: txs,
  dayBeforeLastTxs: txs,
  weeklyTxs: txs,
  monthlyTxs: txs,
}

/** Members of the detailed bridge. */
export const detailSchema = {
  id: nullable(Type.Integer({ description: 'null for all bridges together' })),
  name: Type.String(),
  displayName: Type.String(),
  ...figuresSchema,
  chainBreakdown: mapOf(
    shape({ ...figuresSchema, last24hVolume: usd }),
    'The same by name of chain',
  ),
  destinationChain: nullable(Type.String()),
}

/**
 * Volumes and counts under the names of the contract; `null` throughout when no transfer is known.
 */
function figures(flows: WindowFlows | undefined) {
  return {
    lastHourlyVolume: volume(flows?.lastHour),
    currentDayVolume: volume(flows?.currentDay),
    lastDailyVolume: volume(flows?.lastDay),
    dayBeforeLastVolume: volume(flows?.dayBeforeLast),
    weeklyVolume: volume(flows?.week),
    monthlyVolume: volume(flows?.month),
    lastHourlyTxs: counts(flows?.lastHour),
    currentDayTxs: counts(flows?.currentDay),
    prevDayTxs: counts(flows?.lastDay),
    dayBeforeLastTxs: counts(flows?.dayBeforeLast),
    weeklyTxs: counts(flows?.week),
    monthlyTxs: counts(flows?.month),
  }
}

export function volume(flow: Flow | undefined): number | null {
  return flow === undefined ? null : volumeUsd(flow)
}

function counts(flow: Flow | undefined) {
  return { deposits: flow?.depositTxs ?? null, withdrawals: flow?.withdrawTxs ?? null }
}

/** The detailed bridge: of one, or of all together. */
export function bridgeDetail(bridge: Bridge | undefined, { whole, byChain }: BridgeWindows) {
  return {
    id: bridge?.id ?? null,
    name: bridge?.name ?? 'all',
    displayName: bridge?.displayName ?? 'All bridges',
    ...figures(whole),
    chainBreakdown: Object.fromEntries(
      [...byChain].map(([chain, flows]) => [
        chains.nameOf(chain),
        { ...figures(flows), last24hVolume: volume(flows.last24h) },
      ]),
    ),
    destinationChain: nameOfChain(bridge?.destinationChain ?? null),
  }
}

export function nameOfChain(key: string | null): string | null {
  return key === null ? null : chains.nameOf(key)
}

const exampleTxs = { deposits: 12, withdrawals: 10 }
const exampleFigures = {
  lastHourlyVolume: 1_500.5,
  currentDayVolume: 18_000,
  lastDailyVolume: 36_000,
  dayBeforeLastVolume: 41_000,
  weeklyVolume: 250_000,
  monthlyVolume: 1_100_000,
  lastHourlyTxs: exampleTxs,
  currentDayTxs: exampleTxs,
  prevDayTxs: exampleTxs,
  dayBeforeLastTxs: exampleTxs,
  weeklyTxs: exampleTxs,
  monthlyTxs: exampleTxs,
}

export const detailExample = {
  id: 1,
  name: 'harbor',
  displayName: 'Harbor Bridge',
  ...exampleFigures,
  chainBreakdown: { Ethereum: { ...exampleFigures, last24hVolume: 35_000 } },
  destinationChain: null,
}
