import { derivedState, keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { DailyCloses, NewestIntraday } from '../derive/prices/quote.ts'
import { equityBars, equityIntraday } from '../facts.ts'
import { RECENT_DAYS, SESSION_SEC } from './bars.ts'
import { LISTING_KEY, listingKey, listingKeysState, ofListings } from './companies.ts'

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

type Listed = Pick<RowOf<typeof equityBars>, 'ticker' | 'country'>

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
  const rows = await snapshot.query<
    Listed & { timesSec: number[]; closes: number[]; volume: number }
  >(
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

/** Closes from a timestamp on: earlier ones are of the company that had the ticker before. */
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

/** The newest five-minute bar of every listing, with the volume of its session. */
export const sessionsState = keyedState<string, NewestIntraday>({
  name: 'equities.sessions',
  reads: [equityIntraday],
  key: LISTING_KEY,
  among: listingKeysState,
  load: async (snapshot, keys) => {
    const { where, params } = ofListings(keys)
    const newest = sql`SELECT toInt64(max(atSec)) AS lastSec ${snapshot.versions(equityIntraday, where)}`
    const firstSec = sql`SELECT min(lastSec) - ${SESSION_SEC} FROM (${newest} GROUP BY ticker, country)`
    // Volumes are summed in order of time, so that the order of rows does not change the last digit.
    const rows = await snapshot.query<NewestIntraday & Listed>(
      sql`WITH max(bar.atSec) AS lastSec, arraySort(groupArray((bar.atSec, bar.volume))) AS bars
       SELECT ticker, country, lastSec AS atSec, argMax(bar.close, bar.atSec) AS close,
         arraySum(one -> if(one.1 + ${SESSION_SEC} > lastSec, one.2, 0), bars) AS volume
       FROM ${snapshot.current(equityIntraday, sql`${where} AND atSec > (${firstSec})`)} AS bar
       GROUP BY ticker, country`,
      params,
    )
    return rows.map(({ atSec, close, volume, ...listing }) => [
      listingKey(listing),
      { atSec, close, volume },
    ])
  },
})

const MAX_AGE_SEC = 5 * DAY_SEC

/** The same without listings whose newest bar is days older than the market's newest. */
export const intradayState = derivedState({
  name: 'equities.intraday',
  from: [sessionsState],
  make: (sessions): ReadonlyMap<string, NewestIntraday> => {
    const all = [...sessions]
    const newestSec = all.reduce((newest, [, { atSec }]) => Math.max(newest, atSec), 0)
    return new Map(all.filter(([, { atSec }]) => atSec > newestSec - MAX_AGE_SEC))
  },
})
