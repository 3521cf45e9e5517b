import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { current, type Snapshot } from '../../../store/store.ts'
import { tableOf } from '../../../store/tables.ts'
import type { RecentTotals } from '../derive/hourly-change.ts'
import type { RecordRow } from '../derive/record-values.ts'
import { PLAIN, tvlRecords } from '../facts.ts'

/** What is known of a protocol's last two weeks: its newest record and its totals at every record. */
export interface RecentTvl extends RecentTotals {
  newestSec: number
  rows: RecordRow[]
}

// Two weeks are compared with; a day more keeps the oldest daily record in reach.
const RECENT_SEC = 15 * DAY_SEC
const REBUILD_ABOVE = 2_000

/** The newest records of all protocols: every list, total and change is made from these. */
export const recentTvlState: StateDefinition<Map<string, RecentTvl>> = {
  name: 'tvl.recent',
  reads: [tvlRecords],
  build: (snapshot) => load(snapshot, new Map(), undefined),
  update: async (recent, snapshot, sinceRun) => {
    const touched = await snapshot.query<{ protocol: string }>(
      `SELECT DISTINCT protocol FROM ${tableOf(tvlRecords)} WHERE run > {sinceRun:UInt32} AND run <= {snapshotRun:UInt32}`,
      { sinceRun },
    )
    if (touched.length > REBUILD_ABOVE) return load(snapshot, new Map(), undefined)
    return load(
      snapshot,
      recent,
      touched.map((row) => row.protocol),
    )
  },
}

async function load(snapshot: Snapshot, recent: Map<string, RecentTvl>, only: string[] | undefined): Promise<Map<string, RecentTvl>> {
  const where = only === undefined ? '1' : 'protocol IN {only:Array(String)}'
  const params = { only: only ?? [], recentSec: RECENT_SEC }
  const newestOf = `SELECT protocol, max(atSec) AS newestSec FROM ${tableOf(tvlRecords)} WHERE (${where}) AND run <= {snapshotRun:UInt32} AND quality != 'held' GROUP BY protocol`
  const rows = await snapshot.query<{ protocol: string; chain: string; section: string; atSec: number; tvlUsd: number }>(
    `SELECT protocol, chain, section, atSec, tvlUsd FROM ${current(tvlRecords, `${where} AND (protocol, atSec) IN (${newestOf})`)} ORDER BY protocol, chain, section`,
    params,
  )
  const totals = await snapshot.columns<{ protocol: string[]; atSec: number[]; total: number[] }>(
    `SELECT protocol, atSec, sumIf(tvlUsd, section = '${PLAIN}') AS total
     FROM ${current(tvlRecords, `${where} AND atSec + {recentSec:UInt32} >= (SELECT max(newestSec) FROM (${newestOf}))`)}
     GROUP BY protocol, atSec ORDER BY protocol, atSec`,
    params,
  )
  for (const protocol of only ?? []) recent.delete(protocol)
  for (const row of rows) {
    let entry = recent.get(row.protocol)
    if (entry === undefined) {
      entry = { newestSec: row.atSec, rows: [], timesSec: [], totalsUsd: [] }
      recent.set(row.protocol, entry)
    }
    entry.rows.push({ chain: row.chain, section: row.section, usd: row.tvlUsd })
  }
  totals.protocol.forEach((protocol, index) => {
    const entry = recent.get(protocol) as { timesSec: number[]; totalsUsd: number[] } | undefined
    entry?.timesSec.push(totals.atSec[index] ?? 0)
    entry?.totalsUsd.push(totals.total[index] ?? 0)
  })
  return recent
}
