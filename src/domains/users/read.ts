import { DAY_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { WindowRow } from './derive/active-entry.ts'
import { userWindows } from './facts.ts'

/** The newest window of every protocol and chain within a day before now. */
export function readNewestWindows(
  snapshot: Snapshot,
  nowSec: number,
): Promise<(WindowRow & { protocol: string })[]> {
  const recent = sql`atSec <= {nowSec:UInt32} AND atSec > {sinceSec:UInt32}`
  return snapshot.query(
    sql`SELECT protocol, chain, atSec AS endSec, users, newUsers, txs, gasUsd FROM ${snapshot.current(userWindows, recent)}
     ORDER BY protocol, chain, atSec DESC LIMIT 1 BY protocol, chain`,
    { nowSec, sinceSec: Math.max(0, nowSec - DAY_SEC) },
  )
}
