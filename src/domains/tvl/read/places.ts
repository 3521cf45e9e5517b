import type { Snapshot } from '../../../store/snapshot.ts'
import { type PlaceRecords, placeRecords } from '../derive/place-records.ts'
import { tvlRecords } from '../facts.ts'

// An array travels as the bytes of the engine's own array state: writing and reading millions of
// numbers as text takes far longer.
const bytes = (column: string) => `base64URLEncode(CAST(groupArrayState(${column}) AS String))`

const PLACES = `SELECT protocol, chain, section, ${bytes('atSec')} AS times, ${bytes('run')} AS runs, ${bytes('tvlUsd')} AS usd,
  argMax(quality = 'carried', toUInt64(atSec) * 4294967296 + run) AS isCarried`
const BY_PLACE = 'GROUP BY protocol, chain, section ORDER BY protocol, chain, section'
const WANTED = 'protocol IN {ids:Array(String)}'
const SINCE = `${WANTED} AND atSec >= transform(protocol, {ids:Array(String)}, {fromSecs:Array(UInt32)}, toUInt32(0))`

/** The records of a place, and whether the newest one repeats an earlier one. */
export interface Place extends PlaceRecords {
  isCarried: boolean
}

interface PlaceRows extends Record<string, unknown[]> {
  protocol: string[]
  chain: string[]
  section: string[]
  times: string[]
  runs: string[]
  usd: string[]
  isCarried: (number | boolean)[]
}

/**
 * All records of some protocols, or of each those from a time on, by place; the places of a
 * protocol are in order of chain and section.
 */
export async function readPlaces(
  snapshot: Snapshot,
  ids: readonly string[],
  fromSecOf?: (id: string) => number,
): Promise<Map<string, Place[]>> {
  const rows = await snapshot.columns<PlaceRows>(
    `${PLACES} ${snapshot.versions(tvlRecords, fromSecOf === undefined ? WANTED : SINCE)} ${BY_PLACE}`,
    { ids, ...(fromSecOf === undefined ? {} : { fromSecs: ids.map(fromSecOf) }) },
  )
  const byProtocol = new Map<string, Place[]>()
  rows.protocol.forEach((protocol, index) => {
    const places = byProtocol.get(protocol) ?? []
    byProtocol.set(protocol, places)
    const records = placeRecords({
      chain: rows.chain[index] ?? '',
      section: rows.section[index] ?? '',
      timesSec: new Uint32Array(elements(rows.times[index] ?? '')),
      runs: new Uint32Array(elements(rows.runs[index] ?? '')),
      usd: new Float64Array(elements(rows.usd[index] ?? '')),
    })
    places.push({ ...records, isCarried: Boolean(rows.isCarried[index]) })
  })
  return byProtocol
}

/**
 * The elements of an array state: after their number, which takes as many bytes as have the highest
 * bit set and one more.
 */
function elements(text: string): ArrayBuffer {
  const state = Buffer.from(text, 'base64url')
  const header = state.findIndex((byte) => byte < 0x80) + 1
  return state.buffer.slice(state.byteOffset + header, state.byteOffset + state.length)
}
