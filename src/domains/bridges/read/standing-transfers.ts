import { type Sql, sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { bridgeTransfers, UNDONE_SQL } from '../facts.ts'

/** SQL of some bridges in a range of time, both ends included. */
export const IN_RANGE_SQL = sql`bridge IN {bridges:Array(Int64)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`

/** SQL after `SELECT …` of standing transfers; `where` is of key and time, `newest` of values. */
export function standingTransfers(snapshot: Snapshot, where: Sql, newest?: Sql): Sql {
  return sql`FROM ${snapshot.current(bridgeTransfers, where, newest)} WHERE NOT ${UNDONE_SQL}`
}
