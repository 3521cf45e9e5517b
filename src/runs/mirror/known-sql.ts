import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { tableOf } from '../../store/tables.ts'

type Row = Readonly<Record<string, unknown>>

/** SQL of a number that is the same for rows that say the same. */
function contentSql(fact: Fact): Sql {
  const columns = Object.keys(fact.values).flatMap((name) =>
    fact.values[name]?.nullable === true
      ? [sql`isNull(${identifier(name)})`, sql`assumeNotNull(${identifier(name)})`]
      : [identifier(name)],
  )
  // The origin says the same of a reading that was held here.
  const quality = sql`if(quality = 'held', 'ok', toString(quality))`
  return sql`cityHash64(${joinSql([...columns, quality])})`
}

/** What earlier cycles stored last; a person's correction here stays until the origin changes. */
function knownSql(fact: Fact, incoming: Sql, scope: readonly string[]): Sql {
  const identity = identifiers(identityColumns(fact))
  const columns = identifiers([...sourceColumns(fact), 'quality'])
  const inScope =
    scope.length === 0
      ? sql`1`
      : sql`(${identifiers(scope)}) GLOBAL IN (SELECT DISTINCT ${identifiers(scope)} FROM ${incoming})`
  return sql`SELECT ${columns} FROM ${tableOf(fact)} WHERE run IN {mirrorRuns:Array(UInt32)} AND ${inScope} ORDER BY ${identity}, run DESC, quality = 'carried' LIMIT 1 BY ${identity}`
}

/** SQL of the incoming rows that say something new. */
export function freshSql(fact: Fact, incoming: Sql, scope: readonly string[]): Sql {
  const identity = identifiers(identityColumns(fact))
  const columns = identifiers([...sourceColumns(fact), 'quality'])
  const content = contentSql(fact)
  return sql`SELECT ${columns} FROM ${incoming} WHERE (${identity}, ${content}) GLOBAL NOT IN (SELECT ${identity}, ${content} FROM (${knownSql(fact, incoming, scope)}))`
}

/** SQL of the incoming rows of keys that nothing is known of, in the store or in this run. */
export function unknownSql(fact: Fact, incoming: Sql, staged: Sql): Sql {
  const identity = identifiers(identityColumns(fact))
  const columns = identifiers([...sourceColumns(fact), 'quality'])
  return sql`SELECT ${columns} FROM ${incoming} WHERE (${identity}) GLOBAL NOT IN (SELECT ${identity} FROM ${tableOf(fact)} WHERE run <= {latestRun:UInt32}) AND (${identity}) GLOBAL NOT IN (SELECT ${identity} FROM ${staged})`
}

export interface TakenBack {
  scope: readonly string[]
  values: Row
  within: 'scope' | 'range'
  where?: Sql
  /** Older rows were not requested. */
  sinceSec: number
}

/** SQL of rows that take back what the origin no longer lists. */
export function takenBackSql(
  fact: Fact,
  incoming: Sql,
  { scope, values, within, where, sinceSec }: TakenBack,
): Sql {
  const identity = identifiers(identityColumns(fact))
  const written = sourceColumns(fact).map((name) =>
    name in values
      ? sql`${valueSql(values[name])} AS ${identifier(name)}`
      : sql`known.${identifier(name)} AS ${identifier(name)}`,
  )
  const isBack = joinSql(
    Object.entries(values).map(
      ([name, value]) => sql`known.${identifier(name)} IS NOT DISTINCT FROM ${valueSql(value)}`,
    ),
    sql` AND `,
  )
  const time = fact.time === undefined ? sql`0` : sql`known.${identifier(fact.time)}`
  const conditions = [
    sql`(${joinSql(
      identityColumns(fact).map((name) => sql`known.${identifier(name)}`),
    )}) GLOBAL NOT IN (SELECT ${identity} FROM ${incoming})`,
    sql`NOT (${isBack})`,
    ...(fact.time === undefined ? [] : [sql`${time} >= ${sinceSec}`]),
    ...(where === undefined ? [] : [sql`(${where})`]),
  ]
  const known = sql`(${knownSql(fact, incoming, scope)}) AS known`
  const from =
    within === 'scope' || fact.time === undefined
      ? known
      : sql`${known} ${rangeJoin(fact.time, incoming, scope)}`
  if (within === 'range' && fact.time !== undefined)
    conditions.push(sql`${time} BETWEEN spans.fromSec AND spans.toSec`)
  return sql`SELECT ${joinSql(written)}, 'ok' AS quality FROM ${from} WHERE ${joinSql(conditions, sql` AND `)}`
}

function rangeJoin(time: string, incoming: Sql, scope: readonly string[]): Sql {
  const spans = sql`min(${identifier(time)}) AS fromSec, max(${identifier(time)}) AS toSec`
  if (scope.length === 0) return sql`CROSS JOIN (SELECT ${spans} FROM ${incoming}) AS spans`
  const names = identifiers(scope)
  const same = joinSql(
    scope.map((name) => sql`known.${identifier(name)} = spans.${identifier(name)}`),
    sql` AND `,
  )
  return sql`INNER JOIN (SELECT ${names}, ${spans} FROM ${incoming} GROUP BY ${names}) AS spans ON ${same}`
}

/** A value of a declaration, never of a response. */
function valueSql(value: unknown): Sql {
  if (value === null) return sql`NULL`
  if (typeof value === 'number') return literal(value)
  if (typeof value === 'boolean') return value ? sql`true` : sql`false`
  return literal(String(value))
}
