import { eachRow } from '../../../lib/each-row.ts'
import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { PlaceRecords } from '../derive/daily-values.ts'
import { tvlRecords } from '../facts.ts'

const WANTED = sql`protocol IN {ids:Array(String)}`
const SINCE = sql`${WANTED} AND atSec >= transform(protocol, {ids:Array(String)}, {fromSecs:Array(UInt32)}, toUInt32(0))`

/** The records of a place, and whether the newest one repeats an earlier one. */
export interface PlaceHistory extends PlaceRecords {
  isCarried: boolean
}

type PlaceColumns = {
  protocol: string[]
  chain: string[]
  section: string[]
  timesSec: number[][]
  usd: number[][]
  isCarried: (number | boolean)[]
}

/**
 * All records of some protocols, or of each those from a time on, by place; the places of a
 * protocol are in order of chain and section.
 */
export async function readPlaceRecords(
  snapshot: Snapshot,
  ids: readonly string[],
  fromSecOf?: (id: string) => number,
): Promise<Map<string, PlaceHistory[]>> {
  const rows = await snapshot.columns<PlaceColumns>(
    sql`SELECT protocol, chain, section, arraySort(groupArray(atSec)) AS timesSec,
       arraySort((usd, at) -> at, groupArray(tvlUsd), groupArray(atSec)) AS usd, argMax(quality = 'carried', atSec) AS isCarried
     FROM ${snapshot.current(tvlRecords, fromSecOf === undefined ? WANTED : SINCE)}
     GROUP BY protocol, chain, section ORDER BY protocol, chain, section`,
    { ids, ...(fromSecOf === undefined ? {} : { fromSecs: ids.map(fromSecOf) }) },
  )
  const byProtocol = new Map<string, PlaceHistory[]>()
  for (const { protocol, isCarried, ...records } of eachRow(rows)) {
    const places = byProtocol.get(protocol) ?? []
    byProtocol.set(protocol, places)
    places.push({ ...records, isCarried: Boolean(isCarried) })
  }
  return byProtocol
}
