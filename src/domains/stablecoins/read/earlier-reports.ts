import { at } from '../../../lib/at.ts'
import { eachRow } from '../../../lib/each-row.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type Earlier, earlierMoments } from '../derive/asset-figures.ts'
import { LATER_REPORT_SEC, type ReportsAround } from '../derive/earlier-supply.ts'
import type { Present } from '../derive/present.ts'
import type { BookSource } from './daily-book.ts'
import { BRIDGED, SUPPLY } from './history.ts'

type AssetReports = Earlier<ReportsAround[]>

const MOMENTS = ['day', 'week', 'month'] as const

/** The reports of each stablecoin around the moments that lists compare with, by its id. */
export async function loadEarlierReports(
  snapshot: Snapshot,
  present: Present | undefined,
): Promise<ReadonlyMap<string, AssetReports>> {
  const byAsset = new Map<string, AssetReports>()
  if (present === undefined) return byAsset
  const moments = earlierMoments(present)
  const momentsSec = MOMENTS.map((name) => moments[name])
  for (const source of [SUPPLY, BRIDGED]) await loadReports(byAsset, snapshot, source, momentsSec)
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
  momentsSec: readonly number[],
): Promise<void> {
  const eachMoment = (sql: (isBefore: string, isAfter: string) => string) => {
    const parts = MOMENTS.map((_, index) => {
      const momentSec = `{momentsSec:Array(Int64)}[${index + 1}]`
      const isAfter = `atSec > ${momentSec} AND atSec <= ${momentSec} + ${LATER_REPORT_SEC}`
      return sql(`atSec <= ${momentSec}`, isAfter)
    })
    return `[${parts.join(', ')}]`
  }
  const record = `[${values.join(', ')}]`
  const rows = await snapshot.columns<ReportColumns>(
    `SELECT [${key.map((name) => `toString(${name})`).join(', ')}] AS keys,
       ${eachMoment((isBefore) => `maxIf(atSec, ${isBefore})`)} AS beforeSec,
       ${eachMoment((isBefore) => `argMaxIf(${record}, atSec, ${isBefore})`)} AS before,
       ${eachMoment((_, isAfter) => `minIf(atSec, ${isAfter})`)} AS afterSec,
       ${eachMoment((_, isAfter) => `argMinIf(${record}, atSec, ${isAfter})`)} AS after
     FROM ${snapshot.current(fact, 'atSec <= {untilSec:Int64}')} GROUP BY ${key.join(', ')}`,
    { momentsSec, untilSec: at(momentsSec, 0) + LATER_REPORT_SEC },
  )
  for (const { keys, ...reports } of eachRow(rows)) {
    const asset = byAsset.get(at(keys, 0)) ?? { day: [], week: [], month: [] }
    byAsset.set(at(keys, 0), asset)
    for (const [index, name] of MOMENTS.entries()) {
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
