import { identifier, identifiers, joinSql, literal, sql } from '../lib/sql.ts'
import { type Fact, identityColumns, type Quality } from './fact.ts'
import { REPLACEMENTS, replacementName, typedIdentity } from './replacement-sql.ts'
import { filterSql, type RowFilter } from './row-filter.ts'
import type { KeyValue } from './row-versions.ts'
import type { Snapshot } from './snapshot.ts'

/** What may be said of a point besides its value: its quality, or that it was another before. */
export type Mark = Exclude<Quality, 'ok'> | 'revised'

export interface MarkedPoint {
  readonly key: Readonly<Record<string, KeyValue>>
  readonly atSec: number | null
  readonly marks: readonly Mark[]
  /** The newest run that said something about it. */
  readonly run: number
}

interface PointRow {
  servedQuality_: Quality
  isServed_: number
  isHeld_: number
  isRevised_: number
  newestRun_: number
}

// Marks are rare; more points than this are not looked at together.
const MAX_CANDIDATES = 100_000

/** Points of a fact that are not plain, the newest first. */
export async function listMarks(
  snapshot: Snapshot,
  fact: Fact,
  { filter, limit }: { filter: RowFilter; limit: number },
): Promise<MarkedPoint[]> {
  const { where, params } = filterSql(fact, filter)
  const identity = identifiers(identityColumns(fact))
  const newestFirst = joinSql([
    ...(fact.time === undefined ? [] : [sql`${identifier(fact.time)} DESC`]),
    identifiers(Object.keys(fact.key)),
  ])
  const marked = sql`SELECT ${identity} ${snapshot.allVersions(fact, sql`(${where}) AND quality != 'ok'`)} ORDER BY ${newestFirst} LIMIT ${MAX_CANDIDATES}`
  const replaced = sql`SELECT ${typedIdentity(fact)} FROM ${REPLACEMENTS} WHERE fact = ${literal(replacementName(fact))} AND byRun <= {snapshotRun:UInt32} AND replacedRun < byRun ORDER BY byRun DESC LIMIT ${MAX_CANDIDATES}`
  const isCandidate = sql`(${identity}) IN (${marked}) OR (${identity}) IN (${replaced})`
  const values = identifiers(Object.keys(fact.values))
  const rows = await snapshot.query<PointRow & Record<string, KeyValue>>(
    sql`SELECT ${identity}, argMaxIf(quality, run, quality != 'held') AS servedQuality_, countIf(quality != 'held') > 0 AS isServed_,
       argMax(quality, run) = 'held' AS isHeld_, uniqExactIf((${values}), quality != 'held') > 1 AS isRevised_, max(run) AS newestRun_
     ${snapshot.allVersions(fact, sql`(${where}) AND (${isCandidate})`)}
     GROUP BY ${identity} HAVING (isServed_ AND servedQuality_ != 'ok') OR isHeld_ OR isRevised_
     ORDER BY ${newestFirst} LIMIT {limit:UInt32}`,
    { ...params, limit },
  )
  return rows.map((row) => ({
    key: Object.fromEntries(Object.keys(fact.key).map((name) => [name, row[name] as KeyValue])),
    atSec: fact.time === undefined ? null : Number(row[fact.time]),
    marks: marksOf(row),
    run: row.newestRun_,
  }))
}

function marksOf({ servedQuality_, isServed_, isHeld_, isRevised_ }: PointRow): Mark[] {
  return [
    ...(isServed_ && servedQuality_ !== 'ok' ? [servedQuality_] : []),
    ...(isHeld_ ? (['held'] as const) : []),
    ...(isRevised_ ? (['revised'] as const) : []),
  ]
}
