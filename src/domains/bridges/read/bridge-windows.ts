import type { States } from '../../../cache/states.ts'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type Flow, NO_FLOW } from '../derive/flow.ts'
import { type BridgeWindows, bridgeWindows, windowFlows } from '../derive/window-flows.ts'
import { FLOW_SQL } from '../facts.ts'
import type { Bridge } from './bridge-directory.ts'
import { dayFlowsState, flowsOf } from './day-flows.ts'
import { IN_RANGE_SQL, standingTransfers } from './transfers.ts'

export interface Timestamp {
  readonly snapshot: Snapshot
  readonly states: States
  readonly nowSec: number
}

/** What each of some bridges moved in the windows that end now. */
export async function readBridgeWindows(
  bridges: readonly Bridge[],
  { snapshot, states, nowSec }: Timestamp,
): Promise<BridgeWindows[]> {
  const flows = await states.get(dayFlowsState, snapshot)
  const hours = await readLastHours(bridges, snapshot, nowSec)
  return bridges.map((bridge) => {
    const recorded = [...flowsOf(bridge, flows).chains].map(([chain, days]) => {
      const history = {
        ofDay: (day: number) => days.ofDay(day),
        ofHour: (hour: number) => hours.get(hourKey(bridge.id, chain, hour)) ?? NO_FLOW,
      }
      return [chain, windowFlows(history, nowSec)] as const
    })
    return bridgeWindows(new Map(recorded), bridge.destinationChain)
  })
}

type HourRow = Flow & { bridge: number; chain: string; hour: number }
const hourKey = (bridge: number, chain: string, hour: number) => `${bridge} ${hour} ${chain}`

/** Flows of the last 24 complete hours. */
async function readLastHours(
  bridges: readonly Bridge[],
  snapshot: Snapshot,
  nowSec: number,
): Promise<Map<string, Flow>> {
  const endSec = nowSec - (nowSec % HOUR_SEC)
  const rows = await snapshot.query<HourRow>(
    sql`SELECT bridge, chain, intDiv(atSec, ${HOUR_SEC}) AS hour, ${FLOW_SQL}
     ${standingTransfers(snapshot, IN_RANGE_SQL)} GROUP BY bridge, chain, hour`,
    {
      bridges: bridges.map(({ id }) => id),
      fromSec: Math.max(0, endSec - DAY_SEC),
      toSec: Math.max(0, endSec - 1),
    },
  )
  return new Map(
    rows.map(({ bridge, chain, hour, ...flow }) => [hourKey(bridge, chain, hour), flow]),
  )
}
