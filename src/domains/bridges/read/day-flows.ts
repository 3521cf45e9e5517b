import { derivedState, keyedState } from '../../../cache/state.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import { TimeSlice } from '../../../lib/time-slice.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { DailyFlows, type DayFlow } from '../derive/flow.ts'
import type { BridgeFlows } from '../derive/volume-series.ts'
import { bridgeTransfers, DAY_SQL, FLOW_SQL, UNDONE_SQL } from '../facts.ts'
import type { Bridge } from './bridge-directory.ts'
import { standingTransfers } from './transfers.ts'

// Seconds of 32 bits end before this day, so that one number holds a bridge and a day.
const DAYS_PER_BRIDGE = 65_536
const KEY_SQL = sql`bridge * ${DAYS_PER_BRIDGE} + ${DAY_SQL}`

type FlowColumns = { chain: string[] } & Record<'key' | keyof DayFlow, number[]>
type ChainFlow = readonly [chain: string, flow: DayFlow]

/** What each bridge moved on each of its chains, by bridge and day. */
const chainFlowsState = keyedState<number, readonly ChainFlow[]>({
  name: 'bridges.chainFlows',
  reads: [bridgeTransfers],
  key: KEY_SQL,
  load: async (snapshot, keys) => {
    // The engine finds rows by bridge and time, not by what is computed from both.
    const where =
      keys === 'all'
        ? sql`1`
        : sql`bridge IN {bridges:Array(Int64)} AND ${DAY_SQL} IN {days:Array(UInt32)} AND ${KEY_SQL} IN {keys:Array(Int64)}`
    const places = keys === 'all' ? [] : keys.map(bridgeAndDay)
    const rows = dayFlowsSql(snapshot, where)
    const columns = await snapshot.columns<FlowColumns>(
      sql`SELECT * FROM (${rows}) ORDER BY key, chain`,
      {
        keys,
        bridges: [...new Set(places.map(({ bridge }) => bridge))],
        days: [...new Set(places.map(({ day }) => day))],
      },
    )
    const slice = new TimeSlice()
    const byKey = new Map<number, ChainFlow[]>()
    for (const { key, chain, ...flow } of eachRow(columns)) {
      byKey.getOrInsert(key, []).push([chain, flow])
      if (slice.isOver) await slice.yield()
    }
    return byKey
  },
})

/** Only days with a revised transfer are added up row by row, the others from the sums by day. */
function dayFlowsSql(snapshot: Snapshot, where: Sql): Sql {
  const sums = (from: Sql) =>
    sql`SELECT ${KEY_SQL} AS key, chain, ${FLOW_SQL}, max(atSec) AS lastSec ${from} GROUP BY bridge, chain, ${DAY_SQL}`
  const revised = snapshot.revisedKeys(bridgeTransfers, sql`bridge, ${DAY_SQL}`)
  if (revised === undefined) return sums(standingTransfers(snapshot, where))
  const others = sql`${where} AND (bridge, ${DAY_SQL}) NOT IN (${revised}) AND NOT ${UNDONE_SQL}`
  const ofRevised = standingTransfers(
    snapshot,
    sql`${where} AND (bridge, ${DAY_SQL}) IN (${revised})`,
  )
  return sql`${sums(snapshot.versions(bridgeTransfers, others))} UNION ALL ${sums(ofRevised)}`
}

function bridgeAndDay(key: number): { bridge: number; day: number } {
  return { bridge: Math.floor(key / DAYS_PER_BRIDGE), day: key % DAYS_PER_BRIDGE }
}

/** The days of every bridge on each of its chains, by number and by key. */
export type DayFlows = ReadonlyMap<number, ReadonlyMap<string, DailyFlows>>

/** Flows of every bridge, chain and day: all volumes and counts of days are made from these. */
export const dayFlowsState = derivedState({
  name: 'bridges.dayFlows',
  from: [chainFlowsState],
  make: async (byKey): Promise<DayFlows> => {
    const slice = new TimeSlice()
    const bridges = new Map<number, Map<string, ChainDays>>()
    for (const [key, flows] of byKey) {
      const { bridge, day } = bridgeAndDay(key)
      const chains = bridges.getOrInsertComputed(bridge, () => new Map<string, ChainDays>())
      for (const [chain, flow] of flows) {
        const days = chains.get(chain)
        if (days === undefined) chains.set(chain, { firstDay: day, flows: [flow] })
        else days.flows[day - days.firstDay] = flow
      }
      if (slice.isOver) await slice.yield()
    }
    return new Map([...bridges].map(([bridge, chains]) => [bridge, inOrderOfChains(chains)]))
  },
})

interface ChainDays {
  readonly firstDay: number
  readonly flows: (DayFlow | undefined)[]
}

/** Sums are added in this order, so that their last digits are always the same. */
function inOrderOfChains(chains: ReadonlyMap<string, ChainDays>): ReadonlyMap<string, DailyFlows> {
  const sorted = [...chains].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(
    sorted.map(([chain, { firstDay, flows }]) => [chain, new DailyFlows(firstDay, flows)]),
  )
}

/** What one bridge moved, and where it leads. */
export function flowsOf({ id, destinationChain }: Bridge, flows: DayFlows): BridgeFlows {
  return { destinationChain, chains: flows.get(id) ?? new Map() }
}
