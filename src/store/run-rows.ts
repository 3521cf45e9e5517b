import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../lib/sql.ts'
import type { Column } from './columns.ts'
import { type Fact, identityColumns, sourceColumns } from './fact.ts'
import { REPLACEMENTS, replacementName, typedIdentity } from './replacement-sql.ts'

/** Columns of a fact as they leave this machine, by name, as SQL. */
export function sharedColumns(fact: Fact): [name: string, value: Sql][] {
  return sourceColumns(fact).map((name) => [
    name,
    fact.local.includes(name) ? castSql(sql`NULL`, fact.values[name]) : identifier(name),
  ])
}

/** SQL of a value in the type of a column. */
function castSql(value: Sql, column: Column<unknown> | undefined): Sql {
  return column === undefined ? value : sql`CAST(${value}, ${literal(column.sqlType.text)})`
}

/** The newest time of rows that are not held, as SQL over a table of the fact. */
export function newestSecSql(fact: Fact): Sql {
  return fact.time === undefined
    ? sql`NULL`
    : sql`maxOrNullIf(${identifier(fact.time)}, quality != 'held')`
}

/** What rows say, added up so that their order does not matter. */
export function sumOfRowsSql(fact: Fact): Sql {
  const columns = sharedColumns(fact).flatMap(([name, value]) =>
    hashedSql(value, fact.key[name] ?? fact.values[name]),
  )
  const list = joinSql([...columns, sql`quality`, sql`recordedAt`])
  return sql`concat(hex(sum(cityHash64(${list}))), hex(sum(sipHash64(${list}))))`
}

function hashedSql(shared: Sql, column: Column<unknown> | undefined): Sql[] {
  const isNumber = column?.kind === 'float' || column?.kind === 'int' || column?.kind === 'bool'
  const value =
    column?.nullable === true ? sql`ifNull(${shared}, ${isNumber ? sql`0` : sql`''`})` : shared
  const isNull = column?.nullable === true ? [sql`isNull(${shared})`] : []
  // JSON has no negative zero, and no response shows one.
  return [...isNull, column?.kind === 'float' ? sql`toFloat64(${value}) + 0.` : value]
}

/** What a row of a run did: replaced one, was held, or was added; for a range of runs. */
export function changeSql(fact: Fact): Sql {
  const replacing = sql`SELECT ${typedIdentity(fact)}, byRun FROM ${REPLACEMENTS}
    WHERE fact = ${literal(replacementName(fact))} AND replacedRun < byRun AND byRun BETWEEN {fromRun:UInt32} AND {toRun:UInt32}`
  const identity = identifiers(identityColumns(fact))
  return sql`multiIf(quality = 'held', 'held', (${identity}, run) IN (${replacing}), 'revised', 'added')`
}

/** An order that is the same each time, whatever parts the rows are in. */
export function fixedOrderSql(fact: Fact): Sql {
  return identifiers(['run', ...fact.order, ...Object.keys(fact.values), 'quality'])
}
