import { at } from '../../../lib/at.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { EARLIER, type Earlier, eachEarlier, earlierTimestamps } from '../derive/asset-figures.ts'
import { LATER_REPORT_SEC, type ReportsAround } from '../derive/earlier-supply.ts'
import type { Present } from '../derive/present.ts'
import { BRIDGED, SUPPLY } from './assets.ts'
import type { BookSource } from './daily-book.ts'

type AssetReports = Earlier<ReportsAround[]>

/** The reports of each stablecoin around the timestamps that lists compare with, by its id. */
export async function loadEarlierReports(
  snapshot: Snapshot,
  present: Present | undefined,
): Promise<ReadonlyMap<string, AssetReports>> {
  const byAsset = new Map<string, AssetReports>()
  if (present === undefined) return byAsset
  const timestamps = earlierTimestamps(present)
  const timesSec = EARLIER.map((name) => timestamps[name])
  for (const source of [SUPPLY, BRIDGED]) await loadReports(byAsset, snapshot, source, timesSec)
  return byAsset
}

type ReportColumns = {
  keys: string[][]
  beforeSec: number[][]
  before: number[][][]
  afterSec: number[][]
  after: number[][][]
}

async function loadReports(
  byAsset: Map<string, AssetReports>,
  snapshot: Snapshot,
  { fact, key, values }: BookSource,
  timesSec: readonly number[],
): Promise<void> {
  const eachTimestamp = (pick: (isBefore: Sql, isAfter: Sql) => Sql) => {
    const parts = EARLIER.map((_, index) => {
      const timeSec = sql`{timesSec:Array(Int64)}[${index + 1}]`
      const isAfter = sql`atSec > ${timeSec} AND atSec <= ${timeSec} + ${LATER_REPORT_SEC}`
      return pick(sql`atSec <= ${timeSec}`, isAfter)
    })
    return sql`[${joinSql(parts)}]`
  }
  const record = sql`[${identifiers(values)}]`
  const rows = await snapshot.columns<ReportColumns>(
    sql`SELECT [${joinSql(key.map((name) => sql`toString(${identifier(name)})`))}] AS keys,
       ${eachTimestamp((isBefore) => sql`maxIf(atSec, ${isBefore})`)} AS beforeSec,
       ${eachTimestamp((isBefore) => sql`argMaxIf(${record}, atSec, ${isBefore})`)} AS before,
       ${eachTimestamp((_, isAfter) => sql`minIf(atSec, ${isAfter})`)} AS afterSec,
       ${eachTimestamp((_, isAfter) => sql`argMinIf(${record}, atSec, ${isAfter})`)} AS after
     FROM ${snapshot.current(fact, sql`atSec <= {untilSec:Int64}`)} GROUP BY ${identifiers(key)}`,
    { timesSec, untilSec: at(timesSec, 0) + LATER_REPORT_SEC },
  )
  for (const { keys, ...reports } of eachRow(rows)) {
    const asset = byAsset.getOrInsertComputed(at(keys, 0), () =>
      eachEarlier<ReportsAround[]>(() => []),
    )
    for (const [index, name] of EARLIER.entries()) {
      asset[name].push({
        chain: at(keys, 1),
        sourceChain: keys[2],
        before: toReport(at(reports.beforeSec, index), at(reports.before, index)),
        after: toReport(at(reports.afterSec, index), at(reports.after, index)),
      })
    }
  }
}

/** Aggregates over no rows are empty. */
function toReport(atSec: number, values: readonly number[]): ReportsAround['before'] {
  return values.length === 0 ? undefined : { atSec, values }
}
