import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, dayOf } from '../../../lib/clock.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { sql } from '../../../lib/sql.ts'
import { TimeSlice } from '../../../lib/time-slice.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { countsInChainTotals, protocols, registryState } from '../../registry/public.ts'
import { DailySum } from '../derive/daily-sum.ts'
import { type DailyPlace, dailyValues, type PlaceRecords } from '../derive/daily-values.ts'
import { PLAIN, tvlRecords } from '../facts.ts'
import { recentTvlState } from './recent.ts'

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

/** All records of protocols, or those from a time on, by place in order of chain and section. */
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
    byProtocol.getOrInsert(protocol, []).push({ ...records, isCarried: Boolean(isCarried) })
  }
  return byProtocol
}

export interface DailyScope {
  protocols: readonly { id: string; isDead: boolean }[]
  /** Until when protocols that are not dead keep their last value. */
  newestDay: number
}

// Five years of one protocol are some 100 kB.
const BATCH_SIZE = 64

/** Daily TVL (tvl.md#chain-history) in order of ids, so that sums are always the same. */
export async function visitDailyTvl(
  snapshot: Snapshot,
  { protocols, newestDay }: DailyScope,
  visit: (id: string, places: readonly DailyPlace[]) => void,
): Promise<void> {
  const ordered = [...protocols].sort((a, b) => (a.id < b.id ? -1 : 1))
  const slice = new TimeSlice()
  for (let start = 0; start < ordered.length; start += BATCH_SIZE) {
    const batch = ordered.slice(start, start + BATCH_SIZE)
    const found = await readPlaceRecords(
      snapshot,
      batch.map(({ id }) => id),
    )
    for (const { id, isDead } of batch) {
      const records = found.get(id)
      if (records !== undefined) visit(id, dailyValues(records, isDead ? undefined : newestDay))
      if (slice.isOver) await slice.yield()
    }
  }
}

/** Daily totals of one chain, by its key. */
export interface ChainHistory {
  datesSec: number[]
  tvlUsd: number[]
}

/** Daily TVL of chains: the sum of protocols that count (tvl.md#chains, tvl.md#chain-history). */
export function readChainHistory({
  snapshot,
  states,
}: Pick<RequestContext, 'snapshot' | 'states'>): Promise<ReadonlyMap<string, ChainHistory>> {
  return states.memo('tvl.chainHistory', [protocols, tvlRecords], snapshot, async () => {
    const registry = await states.get(registryState, snapshot)
    const recent = await states.get(recentTvlState, snapshot)
    const counted = registry.listChildren().filter(countsInChainTotals)
    const newestSec = counted
      .flatMap(({ id }) => recent.get(id)?.newestSec ?? [])
      .reduce((newest, atSec) => Math.max(newest, atSec), 0)
    const sums = new Map<string, DailySum>()
    const members = counted.map(({ id, deadFromSec }) => ({ id, isDead: deadFromSec !== null }))
    const scope = { protocols: members, newestDay: dayOf(newestSec) }
    await visitDailyTvl(snapshot, scope, (_, places) => {
      for (const place of places) {
        if (place.section !== PLAIN) continue
        const sum = sums.getOrInsertComputed(place.chain, () => new DailySum())
        sum.add(place)
      }
    })
    const ordered = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
    return new Map(ordered.map(([chain, sum]) => [chain, toHistory(sum)]))
  })
}

/** A day without a value is no point. */
function toHistory({ firstDay, usd }: DailySum): ChainHistory {
  const history: ChainHistory = { datesSec: [], tvlUsd: [] }
  usd.forEach((value, index) => {
    if (Number.isNaN(value)) return
    history.datesSec.push((firstDay + index) * DAY_SEC)
    history.tvlUsd.push(value)
  })
  return history
}
