import type { States } from '../../../cache/states.ts'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { DayTable } from '../day-table.ts'
import { type BridgePicture, bridgePicture } from '../derive/bridge-picture.ts'
import { type Flow, NO_FLOW } from '../derive/flow.ts'
import type { BridgeFlows } from '../derive/volume-series.ts'
import { windowFlows } from '../derive/window-flows.ts'
import { SUMS_SQL, usdOf } from '../facts.ts'
import type { Bridge } from './bridge-directory.ts'
import { type DayFlows, dayFlowsState } from './day-flows.ts'
import { transfersSql } from './transfer-source.ts'

export interface Moment {
  readonly snapshot: Snapshot
  readonly states: States
  readonly nowSec: number
}

/** What the windows that end now hold for each of some bridges. */
export async function readPictures(
  bridges: readonly Bridge[],
  { snapshot, states, nowSec }: Moment,
): Promise<BridgePicture[]> {
  const flows = await states.get(dayFlowsState, snapshot)
  const hours = await readLastHours(bridges, snapshot, nowSec)
  return bridges.map(({ id, destinationChain }) => {
    const recorded = [...(flows.get(id)?.chains ?? [])].map(([chain, table]) => {
      const ofHours = hours.get(`${id} ${chain}`)
      const history = {
        ofDay: (day: number) => flowOf(table, day),
        ofHour: (hour: number) => ofHours?.get(hour) ?? NO_FLOW,
      }
      return [chain, windowFlows(history, nowSec)] as const
    })
    return bridgePicture(new Map(recorded), destinationChain)
  })
}

/** The days of a bridge, chain by chain. */
export function flowsOf({ id, destinationChain }: Bridge, flows: DayFlows): BridgeFlows {
  const ofChain = (table: DayTable) => ({
    firstDay: table.firstDay,
    endDay: table.endDay,
    ofDay: (day: number) => flowOf(table, day),
  })
  return {
    destinationChain,
    chains: new Map(
      [...(flows.get(id)?.chains ?? [])].map(([chain, table]) => [chain, ofChain(table)]),
    ),
  }
}

function flowOf(table: DayTable, day: number): Flow {
  return {
    depositUsd: table.get(day, 0),
    withdrawUsd: table.get(day, 1),
    depositTxs: table.get(day, 2),
    withdrawTxs: table.get(day, 3),
  }
}

type HourRow = Flow & { bridge: number; chain: string; hour: number }

/** Flows of the last 24 complete hours, by `<bridge> <chain>` and hour. */
async function readLastHours(
  bridges: readonly Bridge[],
  snapshot: Snapshot,
  nowSec: number,
): Promise<Map<string, Map<number, Flow>>> {
  const endSec = nowSec - (nowSec % HOUR_SEC)
  const stretch = {
    bridges: bridges.map(({ id }) => id),
    fromSec: Math.max(0, endSec - DAY_SEC),
    toSec: Math.max(0, endSec - 1),
  }
  const rows = await snapshot.query<HourRow>(
    `SELECT bridge, chain, intDiv(atSec, ${HOUR_SEC}) AS hour, ${usdOf(SUMS_SQL.depositSum)} AS depositUsd,
       ${usdOf(SUMS_SQL.withdrawSum)} AS withdrawUsd, ${SUMS_SQL.depositTxs} AS depositTxs, ${SUMS_SQL.withdrawTxs} AS withdrawTxs
     ${transfersSql(snapshot)} GROUP BY bridge, chain, hour`,
    { ...stretch },
  )
  const hours = new Map<string, Map<number, Flow>>()
  for (const { bridge, chain, hour, ...flow } of rows) {
    const key = `${bridge} ${chain}`
    const known = hours.get(key)
    if (known === undefined) hours.set(key, new Map([[hour, flow]]))
    else known.set(hour, flow)
  }
  return hours
}
