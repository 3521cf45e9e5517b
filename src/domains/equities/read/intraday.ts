import { derivedState, keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { NewestIntraday } from '../derive/prices/quote.ts'
import { equityIntraday } from '../facts.ts'
import { SESSION_SEC } from './bars.ts'
import { listingKeysState } from './companies.ts'
import { LISTING_KEY, listingKey, ofListings } from './listing-key.ts'

type Row = NewestIntraday & { ticker: string; country: string }

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
    const rows = await snapshot.query<Row>(
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
