import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { changedDay, NEVER, type RecordSpan, type Touched } from '../derive/changed-day.ts'
import { dayOf } from '../derive/daily-values.ts'
import { tvlRecords } from '../facts.ts'

/**
 * The first day on which runs after one may have changed the daily values of any of these
 * protocols; `undefined` when none has.
 */
export async function findChangedDay(
  snapshot: Snapshot,
  sinceRun: number,
  ids: ReadonlySet<string>,
  spans: ReadonlyMap<string, RecordSpan>,
): Promise<number | undefined> {
  const rows = await snapshot.query<Touched>(
    `SELECT protocol, min(atSec) AS firstSec, max(atSec) AS lastSec ${snapshot.versions(tvlRecords, 'run > {sinceRun:UInt32}')} GROUP BY protocol`,
    { sinceRun },
  )
  const touched = rows.filter(({ protocol }) => ids.has(protocol))
  const days = touched.map((row) => changedDay(row, spans.get(row.protocol)))
  const before = await readDaysBefore(
    snapshot,
    touched.filter((_, index) => days[index] === undefined),
  )
  const first = [...days, ...before].reduce<number>(
    (least, day) => Math.min(least, day ?? NEVER),
    NEVER,
  )
  return first === NEVER ? undefined : first
}

/** Of each protocol the day after its last record before the day of the earliest new row. */
async function readDaysBefore(snapshot: Snapshot, touched: readonly Touched[]): Promise<number[]> {
  if (touched.length === 0) return []
  const earlier = `protocol IN {ids:Array(String)} AND atSec < transform(protocol, {ids:Array(String)}, {untilSecs:Array(UInt32)}, toUInt32(0))`
  const rows = await snapshot.query<{ lastSec: number }>(
    `SELECT protocol, max(atSec) AS lastSec ${snapshot.versions(tvlRecords, earlier)} GROUP BY protocol`,
    {
      ids: touched.map(({ protocol }) => protocol),
      untilSecs: touched.map(({ firstSec }) => dayStart(firstSec)),
    },
  )
  return rows.map(({ lastSec }) => dayOf(lastSec + DAY_SEC))
}
