import { keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { DailyCloses } from '../derive/prices/quote.ts'
import { equityBars } from '../facts.ts'
import { RECENT_DAYS } from './bars.ts'
import { listingKeysState } from './companies.ts'
import { LISTING_KEY, listingKey, ofListings } from './listing-key.ts'

export interface Closes extends DailyCloses {
  readonly timesSec: Uint32Array
  readonly closes: Float64Array
}

/** Daily closes of every listing over the year up to its newest one. */
export const closesState = keyedState<string, Closes>({
  name: 'equities.closes',
  reads: [equityBars],
  key: LISTING_KEY,
  among: listingKeysState,
  load: (snapshot, keys) => readCloses(snapshot, keys, RECENT_DAYS * DAY_SEC),
})

interface Row {
  ticker: string
  country: string
  timesSec: number[]
  closes: number[]
  volume: number
}

/** Closes of some listings as they were traded, each over a period up to its newest one. */
export async function readCloses(
  snapshot: Snapshot,
  keys: readonly string[] | 'all',
  periodSec: number,
): Promise<(readonly [string, Closes])[]> {
  const { where, params } = ofListings(keys)
  // Nothing before the earliest of these periods is read.
  const newest = sql`SELECT toInt64(max(atSec)) AS lastSec ${snapshot.versions(equityBars, where)}`
  const firstSec = sql`SELECT min(lastSec) - {periodSec:Int64} FROM (${newest} GROUP BY ticker, country)`
  const rows = await snapshot.query<Row>(
    sql`WITH max(atSec) AS lastSec, arraySort(groupArray((atSec, close))) AS bars,
       arrayFilter(bar -> bar.1 + {periodSec:Int64} > lastSec, bars) AS recent
     SELECT ticker, country, recent.1 AS timesSec, recent.2 AS closes,
       argMax(volume, atSec) AS volume
     FROM ${snapshot.current(equityBars, sql`${where} AND atSec > (${firstSec})`)}
     GROUP BY ticker, country`,
    { ...params, periodSec },
  )
  return rows.map((row) => [
    listingKey(row),
    {
      timesSec: new Uint32Array(row.timesSec),
      closes: new Float64Array(row.closes),
      volume: row.volume,
    },
  ])
}

/** Closes from a moment on: earlier ones are of the company that had the ticker before. */
export function closesFrom(closes: Closes | undefined, fromSec: number | null): Closes | undefined {
  if (closes === undefined || fromSec === null) return closes
  const start = closes.timesSec.findIndex((atSec) => atSec >= fromSec)
  return start < 0
    ? undefined
    : {
        timesSec: closes.timesSec.subarray(start),
        closes: closes.closes.subarray(start),
        volume: closes.volume,
      }
}
