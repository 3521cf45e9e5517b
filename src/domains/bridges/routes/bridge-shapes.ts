import Type from 'typebox'
import { described, nullableText } from '../../../http/described.ts'
import { mapOf, namedShape, nullable } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import type { BridgeWindows } from '../derive/bridge-windows.ts'
import { type Flow, volumeUsd } from '../derive/flow.ts'
import type { WindowFlows } from '../derive/window-flows.ts'
import type { Bridge } from '../read/bridge-directory.ts'

/** The volume of a window of time. */
export function volumeOf(window: string) {
  return nullable(
    Type.Number({
      description: `Volume of ${window}, US dollars; null when no transfer is known`,
    }),
  )
}
const txs = namedShape('BridgeTransactionCounts', {
  deposits: nullable(Type.Integer({ description: 'Deposits; null when no transfer is known' })),
  withdrawals: nullable(
    Type.Integer({ description: 'Withdrawals; null when no transfer is known' }),
  ),
})

const figuresSchema = {
  lastHourlyVolume: volumeOf('the last complete hour'),
  currentDayVolume: volumeOf('today so far'),
  lastDailyVolume: volumeOf('the last complete UTC day'),
  dayBeforeLastVolume: volumeOf('the UTC day before it'),
  weeklyVolume: volumeOf('the last seven complete UTC days'),
  monthlyVolume: volumeOf('the last 30 complete UTC days'),
  lastHourlyTxs: described(txs, 'Transfers of the last complete hour'),
  currentDayTxs: described(txs, 'Transfers of today so far'),
  prevDayTxs: described(txs, 'Transfers of the last complete UTC day'),
  dayBeforeLastTxs: described(txs, 'Transfers of the UTC day before it'),
  weeklyTxs: described(txs, 'Transfers of the last seven complete UTC days'),
  monthlyTxs: described(txs, 'Transfers of the last 30 complete UTC days'),
}

/** Members of the detailed bridge. */
export const detailSchema = {
  id: nullable(Type.Integer({ description: 'null for all bridges together' })),
  name: Type.String({ description: 'Name in addresses' }),
  displayName: Type.String({ description: 'Display name' }),
  ...figuresSchema,
  chainBreakdown: mapOf(
    namedShape('BridgeFigures', {
      ...figuresSchema,
      last24hVolume: volumeOf('the last 24 complete hours'),
    }),
    'The same by name of chain',
  ),
  destinationChain: nullableText(
    'Display name of the chain that all transfers lead to; null when there is none',
  ),
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
