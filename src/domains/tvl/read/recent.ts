import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { current, type Snapshot } from '../../../store/store.ts'
import { sumInOrder } from '../../../store/sum-in-order.ts'
import { tableOf } from '../../../store/tables.ts'
import type { RecentTotals } from '../derive/hourly-change.ts'
import type { RecordRow } from '../derive/record-values.ts'
import { PLAIN, tvlRecords } from '../facts.ts'
import type { NewestRecord } from './series.ts'

/** What is known of a protocol's last two weeks: its newest record and its totals at every record. */
interface RecentTvl extends RecentTotals, NewestRecord<RecordRow> {}

export type RecentTvls = ReadonlyMap<string, RecentTvl>

// Two weeks are compared with; a day more keeps the oldest daily record in reach.
const RECENT_SEC = 15 * DAY_SEC
const REBUILD_ABOVE = 2_000

/** The newest records of all protocols: every list, total and change is made from these. */
export const recentTvlState: StateDefinition<RecentTvls> = {
  name: 'tvl.recent',
  reads: [tvlRecords],
  build: (snapshot) => load(snapshot, undefined),
  update: async (recent, snapshot, sinceRun) => {
    const touched = await snapshot.query<{ protocol: string }>(
      `SELECT DISTINCT protocol FROM ${tableOf(tvlRecords)} WHERE run > {sinceRun:UInt32} AND run <= {snapshotRun:UInt32}`,
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

/** Reads the pictures of some protocols, or of all; each depends on the protocol's own records alone. */
async function load(snapshot: Snapshot, only: string[] | undefined): Promise<Map<string, RecentTvl>> {
  const where = only === undefined ? '1' : 'protocol IN {only:Array(String)}'
  const visible = `${where} AND run <= {snapshotRun:UInt32} AND quality != 'held'`
  const newest = `SELECT protocol, max(atSec) AS newestSec FROM ${tableOf(tvlRecords)} WHERE ${visible} GROUP BY protocol`
  const params = { only: only ?? [], recentSec: RECENT_SEC }
  const rows = await snapshot.query<RecordRow & { protocol: string; atSec: number }>(
    `SELECT protocol, atSec, chain, section, tvlUsd AS usd
     FROM ${current(tvlRecords, `${where} AND (protocol, atSec) IN (${newest})`)} ORDER BY protocol, chain, section`,
    params,
  )
  const versions = `SELECT protocol, toString(chain) AS chain, toString(section) AS section, atSec, argMax(tvlUsd, run) AS usd FROM ${tableOf(tvlRecords)} AS record
    JOIN (${newest}) AS newest USING (protocol) WHERE ${visible} AND atSec + {recentSec:UInt32} >= newestSec
    GROUP BY protocol, chain, section, atSec`
  const totals = await snapshot.columns<{ protocol: string[]; atSec: number[]; total: number[] }>(
    `SELECT protocol, atSec, ${sumInOrder(`if(section = '${PLAIN}', usd, 0)`, '(chain, section)')} AS total FROM (${versions}) GROUP BY protocol, atSec ORDER BY protocol, atSec`,
    params,
  )
  const recent = new Map<string, { newestSec: number; rows: RecordRow[]; timesSec: number[]; totalsUsd: number[] }>()
  for (const { protocol, atSec, chain, section, usd } of rows) {
    const entry = recent.get(protocol) ?? { newestSec: atSec, rows: [], timesSec: [], totalsUsd: [] }
    recent.set(protocol, entry)
    entry.rows.push({ chain, section, usd })
  }
  totals.protocol.forEach((protocol, index) => {
    const entry = recent.get(protocol)
    entry?.timesSec.push(totals.atSec[index] ?? 0)
    entry?.totalsUsd.push(totals.total[index] ?? 0)
  })
  return recent
}
