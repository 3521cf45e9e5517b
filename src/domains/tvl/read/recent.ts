import { amongKeys } from '../../../cache/among-keys.ts'
import { keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { sql } from '../../../lib/sql.ts'
import type { RecentTotals } from '../derive/hourly-change.ts'
import { recentTotals } from '../derive/hourly-change.ts'
import type { NewestRow } from '../derive/tvl-coverage.ts'
import { tvlRecords } from '../facts.ts'
import { type PlaceHistory, readPlaceRecords } from './place-records.ts'
import type { NewestRecord } from './series.ts'

/** A protocol's last two weeks: its newest record, and its totals at every record. */
interface RecentTvl extends RecentTotals, NewestRecord<NewestRow> {}

// Two weeks are compared with; a day more keeps the oldest daily record in reach.
const RECENT_SEC = 15 * DAY_SEC
// Two weeks by the hour of that many protocols are some 10 MB.
const BATCH_SIZE = 500

/** The newest records of all protocols: every list, total and change is made from these. */
export const recentTvlState = keyedState<string, RecentTvl>({
  name: 'tvl.recent',
  reads: [tvlRecords],
  key: sql`protocol`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`protocol`, keys)
    const newest = await snapshot.columns<{ protocol: string[]; newestSec: number[] }>(
      sql`SELECT protocol, max(atSec) AS newestSec ${snapshot.versions(tvlRecords, where)} GROUP BY protocol`,
      { keys },
    )
    const protocols = [...eachRow(newest)]
    const recent: [string, RecentTvl][] = []
    for (let start = 0; start < protocols.length; start += BATCH_SIZE) {
      const batch = protocols.slice(start, start + BATCH_SIZE)
      const newestSecs = new Map(batch.map(({ protocol, newestSec }) => [protocol, newestSec]))
      const places = await readPlaceRecords(snapshot, [...newestSecs.keys()], (id) =>
        Math.max(0, (newestSecs.get(id) ?? 0) - RECENT_SEC),
      )
      for (const { protocol, newestSec } of batch) {
        const own = places.get(protocol) ?? []
        const rows = own.flatMap((place) => rowAt(place, newestSec))
        recent.push([protocol, { newestSec, rows, ...recentTotals(own) }])
      }
    }
    return recent
  },
})

function rowAt({ chain, section, timesSec, usd, isCarried }: PlaceHistory, atSec: number) {
  if (timesSec.at(-1) !== atSec) return []
  return [{ chain, section, usd: at(usd, usd.length - 1), isCarried }]
}
