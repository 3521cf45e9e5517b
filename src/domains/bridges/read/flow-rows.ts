import { DAY_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { DayRows } from '../day-table.ts'
import type { Span } from '../derive/join-spans.ts'
import { bridgeTransfers, DAY_SQL, SUMS_SQL, UNDONE_SQL, usdOf } from '../facts.ts'

/** Spans of days, by bridge and day. */
export type Spans = ReadonlyMap<number, ReadonlyMap<number, Span>>

/** Where the rows of the runs after `sinceRun` lie on each day, and where runs among them mix. */
export async function readSpans(snapshot: Snapshot, sinceRun: number): Promise<Spans> {
  const ofRuns = `SELECT bridge, ${DAY_SQL} AS day, run, min(atSec) AS lowSec, max(atSec) AS highSec
    ${snapshot.versions(bridgeTransfers, 'run > {sinceRun:UInt32}')} GROUP BY bridge, day, run`
  const beside = `SELECT bridge, day, lowSec, highSec + 1 AS endSec, lowSec < beforeSec AS mixes,
      max(highSec + 1) OVER (PARTITION BY bridge, day ORDER BY lowSec, run ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS beforeSec
    FROM (${ofRuns})`
  const rows = await snapshot.columns<
    Record<'bridge' | 'day' | 'fromSec' | 'endSec' | 'mixedFromSec' | 'mixedEndSec', number[]>
  >(
    `SELECT bridge, day, min(lowSec) AS fromSec, max(beside.endSec) AS endSec, minIf(lowSec, mixes) AS mixedFromSec,
       maxIf(least(beside.endSec, beforeSec), mixes) AS mixedEndSec
     FROM (${beside}) AS beside GROUP BY bridge, day`,
    { sinceRun },
  )
  const spans = new Map<number, Map<number, Span>>()
  rows.bridge.forEach((bridge, index) => {
    const days = spans.get(bridge) ?? new Map<number, Span>()
    if (days.size === 0) spans.set(bridge, days)
    const numberOf = (column: number[]) => column[index] ?? 0
    days.set(numberOf(rows.day), [
      numberOf(rows.fromSec),
      numberOf(rows.endSec),
      numberOf(rows.mixedFromSec),
      numberOf(rows.mixedEndSec),
    ])
  })
  return spans
}

/** Flows of a bridge on a chain, on some days. */
export interface FlowRows {
  readonly bridge: number
  readonly chain: string
  readonly rows: DayRows
}

/**
 * Flows of the named bridges and days, or of all, as if every row were the only version of its
 * transfer; more days may come along.
 */
export async function readPlainFlows(
  snapshot: Snapshot,
  named: Spans | undefined,
): Promise<FlowRows[]> {
  if (named?.size === 0) return []
  const where =
    named === undefined
      ? '1'
      : `bridge IN {bridges:Array(Int64)} AND ${DAY_SQL} IN {days:Array(UInt32)}`
  const days = new Set([...(named?.values() ?? [])].flatMap((spans) => [...spans.keys()]))
  return readFlows(snapshot, snapshot.versions(bridgeTransfers, `${where} AND NOT ${UNDONE_SQL}`), {
    bridges: [...(named?.keys() ?? [])],
    days: [...days],
  })
}

/** Flows of days on which runs mix, of the newest version of each transfer alone. */
export function readMixedFlows(
  snapshot: Snapshot,
  bridge: number,
  days: readonly number[],
): Promise<FlowRows[]> {
  const where = `bridge = {bridge:Int64} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32} AND ${DAY_SQL} IN {days:Array(UInt32)}`
  const toSec = Math.min(LATEST_UNIX_SEC, (Math.max(...days) + 1) * DAY_SEC - 1)
  const served = `FROM ${snapshot.current(bridgeTransfers, where)} WHERE NOT ${UNDONE_SQL}`
  return readFlows(snapshot, served, { bridge, days, fromSec: Math.min(...days) * DAY_SEC, toSec })
}

type Numbers = Record<
  'days' | 'depositUsd' | 'withdrawUsd' | 'depositTxs' | 'withdrawTxs' | 'lastSecs',
  number[][]
>

/**
 * Each bridge's days on a chain come as one row of arrays, which is far quicker to read than a row
 * a day.
 */
async function readFlows(
  snapshot: Snapshot,
  from: string,
  params: Record<string, unknown>,
): Promise<FlowRows[]> {
  const found = await snapshot.columns<{ bridge: number[]; chain: string[] } & Numbers>(
    `SELECT bridge, chain, groupArray(day) AS days, groupArray(deposited) AS depositUsd, groupArray(withdrawn) AS withdrawUsd,
       groupArray(deposits) AS depositTxs, groupArray(withdrawals) AS withdrawTxs, groupArray(lastSec) AS lastSecs
     FROM (SELECT bridge, chain, ${DAY_SQL} AS day, ${usdOf(SUMS_SQL.depositSum)} AS deposited, ${usdOf(SUMS_SQL.withdrawSum)} AS withdrawn,
       ${SUMS_SQL.depositTxs} AS deposits, ${SUMS_SQL.withdrawTxs} AS withdrawals, max(atSec) AS lastSec ${from} GROUP BY bridge, chain, day)
     GROUP BY bridge, chain`,
    params,
  )
  return found.bridge.map((bridge, index) => {
    const of = (column: number[][]) => column[index] ?? []
    const columns = [
      of(found.depositUsd),
      of(found.withdrawUsd),
      of(found.depositTxs),
      of(found.withdrawTxs),
      of(found.lastSecs),
    ]
    return { bridge, chain: found.chain[index] ?? '', rows: { days: of(found.days), columns } }
  })
}
