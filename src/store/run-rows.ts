import type { Column } from './columns.ts'
import { type Fact, identityColumns, sourceColumns } from './fact.ts'
import { REPLACEMENTS, replacementName, typedIdentity } from './replacement-sql.ts'

/** Columns of a fact as they leave this machine, by name, as SQL. */
export function sharedColumns(fact: Fact): [name: string, sql: string][] {
  return sourceColumns(fact).map((name) => [
    name,
    fact.local.includes(name) ? `CAST(NULL, '${fact.values[name]?.sqlType}')` : name,
  ])
}

/** The newest time of rows that are not held, as SQL over a table of the fact. */
export function newestSecSql(fact: Fact): string {
  return fact.time === undefined ? 'NULL' : `maxOrNullIf(${fact.time}, quality != 'held')`
}

/** What rows say, added up so that their order does not matter. */
export function sumOfRowsSql(fact: Fact): string {
  const columns = sharedColumns(fact).flatMap(([name, sql]) =>
    hashedSql(sql, fact.key[name] ?? fact.values[name]),
  )
  const list = [...columns, 'quality', 'recordedAt'].join(', ')
  return `concat(hex(sum(cityHash64(${list}))), hex(sum(sipHash64(${list}))))`
}

function hashedSql(sql: string, column: Column<unknown> | undefined): string[] {
  const isNumber = column?.kind === 'float' || column?.kind === 'int' || column?.kind === 'bool'
  const value = column?.nullable === true ? `ifNull(${sql}, ${isNumber ? '0' : "''"})` : sql
  const isNull = column?.nullable === true ? [`isNull(${sql})`] : []
  // JSON has no negative zero, and no answer shows one.
  return [...isNull, column?.kind === 'float' ? `toFloat64(${value}) + 0.` : value]
}

/**
 * What a row of a run did: `revised` when it replaced one, `held` when it is kept back, else
 * `added`. For runs from `{fromRun:UInt32}` to `{toRun:UInt32}`.
 */
export function changeSql(fact: Fact): string {
  const replacing = `SELECT ${typedIdentity(fact)}, byRun FROM ${REPLACEMENTS}
    WHERE fact = '${replacementName(fact)}' AND replacedRun < byRun AND byRun BETWEEN {fromRun:UInt32} AND {toRun:UInt32}`
  const identity = identityColumns(fact).join(', ')
  return `multiIf(quality = 'held', 'held', (${identity}, run) IN (${replacing}), 'revised', 'added')`
}

/** An order that is the same each time, whatever parts the rows lie in. */
export function fixedOrderSql(fact: Fact): string {
  return ['run', ...fact.order, ...Object.keys(fact.values), 'quality'].join(', ')
}
