import { DAY_SEC, dayStart } from '../lib/clock.ts'
import { ownMember } from '../lib/records.ts'
import { allOf, identifier, type Sql, sql } from '../lib/sql.ts'
import type { SqlParams } from './engine.ts'
import type { Fact } from './fact.ts'

/** Some rows of a fact: values of its columns, and a range of its valid time, inclusive. */
export interface RowFilter {
  readonly columns?: Readonly<Record<string, readonly (string | number)[]>>
  readonly fromSec?: number | undefined
  readonly toSec?: number | undefined
}

/** A filter as SQL with bound values. */
export interface Condition {
  /** On key and time, which all versions of a row share. */
  readonly where: Sql
  /** On values, which only the newest version of a row decides. */
  readonly newest: Sql | undefined
  readonly params: SqlParams
}

/** Names of columns come from the declaration of the fact, values are bound. */
export function filterSql(fact: Fact, { columns = {}, fromSec, toSec }: RowFilter): Condition {
  const where: Sql[] = []
  const newest: Sql[] = []
  const params: SqlParams = {}
  for (const [index, [name, values]] of Object.entries(columns).entries()) {
    const column = ownMember(fact.key, name) ?? ownMember(fact.values, name)
    if (column === undefined) throw new Error(`${fact.name} has no column ${name}.`)
    const type = column.kind === 'int' ? sql`Int64` : sql`String`
    const terms = Object.hasOwn(fact.key, name) ? where : newest
    terms.push(sql`${identifier(name)} IN {only${index}:Array(${type})}`)
    params[`only${index}`] = values
  }
  if (fact.time !== undefined && fromSec !== undefined) {
    where.push(sql`${identifier(fact.time)} >= {fromSec:Int64}`)
    params.fromSec = fromSec
  }
  if (fact.time !== undefined && toSec !== undefined) {
    where.push(sql`${identifier(fact.time)} <= {toSec:Int64}`)
    params.toSec = toSec
  }
  return {
    where: allOf(where),
    newest: newest.length === 0 ? undefined : allOf(newest),
    params,
  }
}

/** The rows of the UTC day that a timestamp is in. */
export function onDayOf(filter: RowFilter, atSec: number): RowFilter {
  const fromSec = dayStart(atSec)
  return { ...filter, fromSec, toSec: fromSec + DAY_SEC - 1 }
}

/** A position in some columns of key and time as bound values, each with its type. */
export function positionSql(
  fact: Fact,
  columns: readonly string[],
  values: readonly (string | number)[],
): { places: Sql[]; params: Record<string, string | number> } {
  const typeOf = (column: string): Sql => {
    if (column === fact.time) return sql`UInt32`
    return fact.key[column]?.kind === 'int' ? sql`Int64` : sql`String`
  }
  return {
    places: columns.map((column, index) => sql`{after${index}:${typeOf(column)}}`),
    params: Object.fromEntries(values.map((value, index) => [`after${index}`, value])),
  }
}
