import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { RecentTotals } from '../derive/hourly-change.ts'
import { recentTotals } from '../derive/recent-totals.ts'
import type { NewestRow } from '../derive/tvl-coverage.ts'
import { tvlRecords } from '../facts.ts'
import { type Place, readPlaces } from './places.ts'
import type { NewestRecord } from './series.ts'

/**
 * What is known of a protocol's last two weeks: its newest record and its totals at every record.
 */
interface RecentTvl extends RecentTotals, NewestRecord<NewestRow> {}

export type RecentTvls = ReadonlyMap<string, RecentTvl>

// Two weeks are compared with; a day more keeps the oldest daily record in reach.
const RECENT_SEC = 15 * DAY_SEC
const REBUILD_ABOVE = 2_000
// Two weeks by the hour of so many protocols are some 10 MB.
const BATCH = 500

/** The newest records of all protocols: every list, total and change is made from these. */
export const recentTvlState: StateDefinition<RecentTvls> = {
  name: 'tvl.recent',
  reads: [tvlRecords],
  build: (snapshot) => load(snapshot, undefined),
  update: async (recent, snapshot, sinceRun) => {
    const touched = await snapshot.query<{ protocol: string }>(
      `SELECT DISTINCT protocol ${snapshot.allVersions(tvlRecords, 'run > {sinceRun:UInt32}')}`,
      { sinceRun },
    )
    if (touched.length > REBUILD_ABOVE) return load(snapshot, undefined)
    const changed = await load(
      snapshot,
      touched.map((row) => row.protocol),
    )
    // A copy, so that an answer that is being made goes on with the picture it began with.
    return new Map([...recent, ...changed])
  },
}

/**
 * Reads the pictures of some protocols, or of all; each depends on the protocol's own records
 * alone.
 */
async function load(
  snapshot: Snapshot,
  only: string[] | undefined,
): Promise<Map<string, RecentTvl>> {
  const newest = await snapshot.columns<{ protocol: string[]; newestSec: number[] }>(
    `SELECT protocol, max(atSec) AS newestSec ${snapshot.versions(tvlRecords, only === undefined ? '1' : 'protocol IN {only:Array(String)}')}
     GROUP BY protocol ORDER BY protocol`,
    { only: only ?? [] },
  )
  const newestSecs = new Map(newest.protocol.map((id, index) => [id, newest.newestSec[index] ?? 0]))
  const recent = new Map<string, RecentTvl>()
  for (let start = 0; start < newest.protocol.length; start += BATCH) {
    const fromSecOf = (id: string) => Math.max(0, (newestSecs.get(id) ?? 0) - RECENT_SEC)
    for (const [id, places] of await readPlaces(
      snapshot,
      newest.protocol.slice(start, start + BATCH),
      fromSecOf,
    )) {
      const newestSec = newestSecs.get(id) ?? 0
      recent.set(id, {
        newestSec,
        rows: places.flatMap((place) => rowAt(place, newestSec)),
        ...recentTotals(places),
      })
    }
  }
  return recent
}

function rowAt({ chain, section, timesSec, usd, isCarried }: Place, atSec: number): NewestRow[] {
  return timesSec.at(-1) === atSec ? [{ chain, section, usd: usd.at(-1) ?? 0, isCarried }] : []
}
