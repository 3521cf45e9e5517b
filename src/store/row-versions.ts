import { at } from '../lib/at.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../lib/sql.ts'
import type { SqlParams } from './engine.ts'
import type { Fact, Quality } from './fact.ts'
import { type Condition, filterSql, positionSql, type RowFilter } from './row-filter.ts'
import type { Snapshot } from './snapshot.ts'

export type KeyValue = string | number

/** What one run said about a row. */
export interface RowVersion {
  readonly values: Readonly<Record<string, unknown>>
  readonly quality: Quality
  readonly run: number
  /** The version that is served: the newest that is not held. */
  readonly isCurrent: boolean
}

/** A key and time with everything that was ever said about it, the newest first. */
export interface VersionedRow {
  readonly key: Readonly<Record<string, KeyValue>>
  readonly atSec: number | null
  readonly versions: readonly RowVersion[]
  /** How many there are; only the newest ones are listed. */
  readonly versionCount: number
}

export interface RowPage {
  readonly rows: readonly VersionedRow[]
  /** False when the limit cut rows off. */
  readonly isComplete: boolean
}

const MAX_VERSIONS = 100

/** Rows in the order of their table, or against it, after a position in it; held ones too. */
export function listRows(
  snapshot: Snapshot,
  fact: Fact,
  page: {
    filter: RowFilter
    limit: number
    descending: boolean
    after: readonly KeyValue[] | undefined
  },
): Promise<RowPage> {
  const { where: isAsked, params } = filterSql(fact, page.filter)
  const direction = page.descending ? sql`DESC` : sql`ASC`
  const position = page.after && beyondSql(fact, page.after, page.descending)
  const where = position === undefined ? isAsked : sql`(${isAsked}) AND ${position.sql}`
  const order = joinSql(fact.order.map((column) => sql`${identifier(column)} ${direction}`))
  return readPage(snapshot, fact, {
    from: sql`${snapshot.allVersions(fact, where)} ORDER BY ${order} LIMIT 1 BY ${identifiers(fact.order)}`,
    order,
    params: { ...params, ...position?.params },
    limit: page.limit,
  })
}

/** The rows that are served, the newest first: by their time, or by their run if they have none. */
export async function listNewestRows(
  snapshot: Snapshot,
  fact: Fact,
  { filter, limit }: { filter: Condition; limit: number },
): Promise<RowPage> {
  const others = fact.order.filter((column) => column !== fact.time)
  const orderBy = (newest: Sql) =>
    joinSql([sql`${newest} DESC`, ...others.map((name) => identifier(name))])
  const { time } = fact
  return readPage(snapshot, fact, {
    from: sql`FROM ${snapshot.current(fact, filter.where, filter.newest)} ORDER BY ${orderBy(identifier(time ?? 'run'))}`,
    // Where rows have no time, the run orders the versions of a row and the rows as well.
    order: orderBy(identifier(time ?? 'newestRun_')),
    params: filter.params,
    limit,
  })
}

/** How many versions of rows there are, held ones too. */
export async function countVersions(
  snapshot: Snapshot,
  fact: Fact,
  { where, newest, params }: Condition,
): Promise<number> {
  const rows = await snapshot.query<{ versions: number }>(
    sql`SELECT count() AS versions ${snapshot.allVersions(fact, sql`(${where}) AND (${newest ?? sql`1`})`)}`,
    params,
  )
  return at(rows, 0).versions
}

/** All versions of the rows that `from` names, SQL that follows `SELECT` of key and time. */
async function readPage(
  snapshot: Snapshot,
  fact: Fact,
  { from, order, params, limit }: { from: Sql; order: Sql; params: SqlParams; limit: number },
): Promise<RowPage> {
  const identity = identifiers(fact.order)
  const wanted = sql`SELECT ${identity} ${from} LIMIT {rowLimit:UInt32}`
  const columns = identifiers([...fact.order, ...Object.keys(fact.values), 'quality', 'run'])
  const rows = await snapshot.query<Record<string, unknown>>(
    sql`SELECT *, max(run) OVER (PARTITION BY ${identity}) AS newestRun_ FROM (
       SELECT ${columns}, count() OVER (PARTITION BY ${identity}) AS versionCount_
       ${snapshot.allVersions(fact, sql`(${identity}) IN (${wanted})`)}
     ) ORDER BY ${order}, run DESC LIMIT ${MAX_VERSIONS} BY ${identity}`,
    { ...params, rowLimit: limit + 1 },
  )
  const groups = [...Map.groupBy(rows, (row) => keyText(fact, row)).values()]
  return {
    rows: groups.slice(0, limit).map((versions) => toRow(fact, versions)),
    isComplete: groups.length <= limit,
  }
}

function keyText(fact: Fact, row: Record<string, unknown>): string {
  return JSON.stringify(fact.order.map((column) => row[column]))
}

function toRow(fact: Fact, versions: readonly Record<string, unknown>[]): VersionedRow {
  const [first = {}] = versions
  const current = versions.find(({ quality }) => quality !== 'held')
  const pick = (row: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, row[name]]))
  return {
    key: pick(first, Object.keys(fact.key)) as VersionedRow['key'],
    atSec: fact.time === undefined ? null : Number(first[fact.time]),
    versions: versions.map((version) => ({
      values: pick(version, Object.keys(fact.values)),
      quality: version.quality as Quality,
      run: Number(version.run),
      isCurrent: version === current,
    })),
    versionCount: Number(first.versionCount_),
  }
}

/** Where the rows after a position are, or before it. */
function beyondSql(
  fact: Fact,
  after: readonly KeyValue[],
  descending: boolean,
): { sql: Sql; params: SqlParams } {
  const sign = descending ? sql`<` : sql`>`
  const { places, params } = positionSql(fact, fact.order, after)
  // The first column alone is what the engine finds by its index.
  return {
    sql: sql`${identifier(at(fact.order, 0))} ${sign}= ${at(places, 0)} AND (${identifiers(fact.order)}) ${sign} (${joinSql(places)})`,
    params,
  }
}
