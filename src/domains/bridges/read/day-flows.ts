import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type DayRows, DayTable } from '../day-table.ts'
import { joinSpans, type Span } from '../derive/join-spans.ts'
import { bridgeTransfers } from '../facts.ts'
import {
  type FlowRows,
  readMixedFlows,
  readPlainFlows,
  readSpans,
  type Spans,
} from './flow-rows.ts'

/**
 * What is known of a bridge's days: flows by chain key (deposits and withdrawals in USD, their
 * numbers, the time of the last), and spans.
 */
export interface BridgeDays {
  readonly chains: ReadonlyMap<string, DayTable>
  readonly spans: DayTable
}

export type DayFlows = ReadonlyMap<number, BridgeDays>

// Naming more days than these costs more than reading everything.
const REBUILD_ABOVE = 20_000
const MIXED_DAYS_AT_ONCE = 64

/** Time of the newest transfer of a bridge that is served. */
export function findNewestSec({ chains }: BridgeDays): number | undefined {
  return chains.size === 0
    ? undefined
    : Math.max(...[...chains.values()].map((table) => table.get(table.endDay - 1, 4)))
}

/** Flows of every bridge, chain and day: all volumes and counts of days are made from these. */
export const dayFlowsState: StateDefinition<DayFlows> = {
  name: 'bridges.dayFlows',
  reads: [bridgeTransfers],
  build: (snapshot) => load(new Map(), snapshot, 0),
  update: (known, snapshot, sinceRun) => load(known, snapshot, sinceRun),
}

/** Reads the days that later runs touched and puts them in place of their former selves. */
async function load(known: DayFlows, snapshot: Snapshot, sinceRun: number): Promise<DayFlows> {
  const later = await readSpans(snapshot, sinceRun)
  const touched = [...later.values()].reduce((sum, days) => sum + days.size, 0)
  if (sinceRun > 0 && touched > REBUILD_ABOVE) return load(new Map(), snapshot, 0)
  const spans: Spans = new Map(
    [...later].map(([bridge, days]) => [bridge, joinDays(known.get(bridge)?.spans, days)]),
  )
  const plain = Map.groupBy(
    await readPlainFlows(snapshot, sinceRun > 0 ? spans : undefined),
    ({ bridge }) => bridge,
  )
  const next = new Map(known)
  for (const [bridge, days] of spans) {
    const isPlain = (day: number) => days.get(day)?.[3] === 0
    const fresh = (plain.get(bridge) ?? []).map((flows) => ({
      ...flows,
      rows: onlyDays(flows.rows, isPlain),
    }))
    const mixed = [...days].filter(([, span]) => span[3] > 0).map(([day]) => day)
    for (let start = 0; start < mixed.length; start += MIXED_DAYS_AT_ONCE) {
      fresh.push(
        ...(await readMixedFlows(snapshot, bridge, mixed.slice(start, start + MIXED_DAYS_AT_ONCE))),
      )
    }
    next.set(bridge, withDays(known.get(bridge), days, fresh))
  }
  // Sums are added in the order of bridges and chains, so that following runs gives the same last
  // digit as reading anew.
  return new Map([...next].sort(([a], [b]) => a - b))
}

function joinDays(
  known: DayTable | undefined,
  later: ReadonlyMap<number, Span>,
): ReadonlyMap<number, Span> {
  if (known === undefined) return later
  const spanOf = (day: number): Span => [
    known.get(day, 0),
    known.get(day, 1),
    known.get(day, 2),
    known.get(day, 3),
  ]
  return new Map([...later].map(([day, span]) => [day, joinSpans(spanOf(day), span)]))
}

function onlyDays({ days, columns }: DayRows, isWanted: (day: number) => boolean): DayRows {
  if (days.every(isWanted)) return { days, columns }
  const pick = (column: readonly number[]) =>
    column.filter((_, index) => isWanted(days[index] ?? -1))
  return { days: pick(days), columns: columns.map(pick) }
}

function withDays(
  known: BridgeDays | undefined,
  days: ReadonlyMap<number, Span>,
  fresh: readonly FlowRows[],
): BridgeDays {
  const byChain = Map.groupBy(fresh, ({ chain }) => chain)
  const chains = [...new Set([...(known?.chains.keys() ?? []), ...byChain.keys()])].sort()
  const daysOf = (chain: string) => known?.chains.get(chain) ?? DayTable.EMPTY
  const rowsOf = (chain: string) => (byChain.get(chain) ?? []).map(({ rows }) => rows)
  const list = [...days.values()]
  const columns = ([0, 1, 2, 3] as const).map((place) => list.map((span) => span[place]))
  const tables = chains.map(
    (chain) => [chain, daysOf(chain).replace(days.keys(), rowsOf(chain))] as const,
  )
  return {
    // A chain whose transfers were all undone is none of the bridge's chains.
    chains: new Map(tables.filter(([, table]) => !table.isEmpty)),
    spans: (known?.spans ?? DayTable.EMPTY).replace([], [{ days: [...days.keys()], columns }]),
  }
}
