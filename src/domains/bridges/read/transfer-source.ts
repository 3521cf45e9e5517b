import type { Snapshot } from '../../../store/snapshot.ts'
import { bridgeTransfers, UNDONE_SQL } from '../facts.ts'

/** Some bridges in a range of time, both ends included. */
export interface TransferRange {
  readonly bridges: readonly number[]
  readonly fromSec: number
  readonly toSec: number
}

const WITHIN =
  'bridge IN {bridges:Array(Int64)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}'

/** SQL to follow `SELECT …`: the transfers of a range that were not undone. */
export function transfersSql(snapshot: Snapshot, where = '1'): string {
  return `FROM ${snapshot.current(bridgeTransfers, `${WITHIN} AND (${where})`)} WHERE NOT ${UNDONE_SQL}`
}
