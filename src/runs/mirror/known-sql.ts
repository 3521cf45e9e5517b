import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { tableOf } from '../../store/tables.ts'
import { literal } from '../sql-text.ts'

type Row = Readonly<Record<string, unknown>>

/** SQL of a number that is the same for rows that say the same. */
function contentSql(fact: Fact): string {
  const columns = Object.keys(fact.values).flatMap((name) =>
    fact.values[name]?.nullable === true ? [`isNull(${name})`, `assumeNotNull(${name})`] : [name],
  )
  // The origin says the same of a reading that was held here.
  const quality = "if(quality = 'held', 'ok', toString(quality))"
  return `cityHash64(${[...columns, quality].join(', ')})`
}

/**
 * SQL of what earlier turns stored last of the scopes of the incoming rows. Only what was mirrored
 * counts: a correction that a person made here stays until the origin says something new.
 */
function knownSql(fact: Fact, incoming: string, scope: readonly string[]): string {
  const identity = identityColumns(fact).join(', ')
  const columns = [...sourceColumns(fact), 'quality'].join(', ')
  const inScope =
    scope.length === 0
      ? '1'
      : `(${scope.join(', ')}) GLOBAL IN (SELECT DISTINCT ${scope.join(', ')} FROM ${incoming})`
  return (
    `SELECT ${columns} FROM ${tableOf(fact)} WHERE run IN {mirrorRuns:Array(UInt32)} AND ${inScope} ` +
    // What is served in place of a held reading is not what the origin said.
    `ORDER BY ${identity}, run DESC, quality = 'carried' LIMIT 1 BY ${identity}`
  )
}

/** SQL of the incoming rows that say something new. */
export function freshSql(fact: Fact, incoming: string, scope: readonly string[]): string {
  const identity = identityColumns(fact).join(', ')
  const columns = [...sourceColumns(fact), 'quality'].join(', ')
  const content = contentSql(fact)
  return (
    `SELECT ${columns} FROM ${incoming} WHERE (${identity}, ${content}) GLOBAL NOT IN ` +
    `(SELECT ${identity}, ${content} FROM (${knownSql(fact, incoming, scope)}))`
  )
}

/** SQL of the incoming rows of keys that nothing is known of, in the store or in this run. */
export function unknownSql(fact: Fact, incoming: string, staged: string): string {
  const identity = identityColumns(fact).join(', ')
  const columns = [...sourceColumns(fact), 'quality'].join(', ')
  return (
    `SELECT ${columns} FROM ${incoming} WHERE (${identity}) GLOBAL NOT IN (SELECT ${identity} FROM ${tableOf(fact)} WHERE run <= {latestRun:UInt32}) ` +
    `AND (${identity}) GLOBAL NOT IN (SELECT ${identity} FROM ${staged})`
  )
}

export interface TakenBack {
  scope: readonly string[]
  values: Row
  within: 'scope' | 'range'
  where?: string
  /** Older rows were not asked for. */
  sinceSec: number
}

/** SQL of rows that take back what the origin no longer lists. */
export function takenBackSql(
  fact: Fact,
  incoming: string,
  { scope, values, within, where, sinceSec }: TakenBack,
): string {
  const identity = identityColumns(fact).join(', ')
  const written = sourceColumns(fact).map((name) =>
    name in values ? `${valueSql(values[name])} AS ${name}` : `known.${name} AS ${name}`,
  )
  const isBack = Object.entries(values)
    .map(([name, value]) => `known.${name} IS NOT DISTINCT FROM ${valueSql(value)}`)
    .join(' AND ')
  const time = fact.time === undefined ? '0' : `known.${fact.time}`
  const conditions = [
    `(${identityColumns(fact)
      .map((name) => `known.${name}`)
      .join(', ')}) GLOBAL NOT IN (SELECT ${identity} FROM ${incoming})`,
    `NOT (${isBack})`,
    ...(fact.time === undefined ? [] : [`${time} >= ${sinceSec}`]),
    ...(where === undefined ? [] : [`(${where})`]),
  ]
  const known = `(${knownSql(fact, incoming, scope)}) AS known`
  const from =
    within === 'scope' || fact.time === undefined
      ? known
      : `${known} ${rangeJoin(fact, incoming, scope)}`
  if (within === 'range' && fact.time !== undefined)
    conditions.push(`${time} BETWEEN spans.fromSec AND spans.toSec`)
  return `SELECT ${written.join(', ')}, 'ok' AS quality FROM ${from} WHERE ${conditions.join(' AND ')}`
}

function rangeJoin(fact: Fact, incoming: string, scope: readonly string[]): string {
  const spans = `min(${fact.time}) AS fromSec, max(${fact.time}) AS toSec`
  if (scope.length === 0) return `CROSS JOIN (SELECT ${spans} FROM ${incoming}) AS spans`
  const names = scope.join(', ')
  const same = scope.map((name) => `known.${name} = spans.${name}`).join(' AND ')
  return `INNER JOIN (SELECT ${names}, ${spans} FROM ${incoming} GROUP BY ${names}) AS spans ON ${same}`
}

/** A value of a declaration, never of an answer. */
function valueSql(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return literal(String(value))
}
