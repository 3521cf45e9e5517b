import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../lib/sql.ts'
import type { Engine, SqlParams } from './engine.ts'
import { type Fact, identityColumns } from './fact.ts'
import type { Migration } from './migrations/migration.ts'
import { DATABASE, tableOf } from './tables.ts'

/** Pairs of runs by key and time: the row of the one was replaced by the row of the other. */
export const REPLACEMENTS = sql`${identifier(DATABASE)}.replacements`

/**
 * What the replacements of a fact are filed under. Where a migration changed keys they are recorded
 * under a new name, so that nodes of an earlier version go on with theirs.
 */
export function replacementName(fact: Fact): string {
  const { length: changes } = fact.migrations.filter((migration) => changesKey(fact, migration))
  return changes === 0 ? fact.name : `${fact.name}@${changes}`
}

export function changesKey(fact: Fact, { convert = {} }: Migration): boolean {
  return identityColumns(fact).some((column) => column in convert)
}

// Up to here the keys of a run are compared as a set in memory; above, all rows are merged in order.
const MAX_KEYS_IN_MEMORY = 2_000_000
// Up to here distinct hashes of all keys fit in memory; above, rows are grouped in order.
const MAX_HASHED_ROWS = 30_000_000

const IN_ORDER = sql`SETTINGS optimize_aggregation_in_order = 1`

/** Key, time and run of a fact's rows that were replaced up to the snapshot, with their types. */
export function replacedRowsSql(fact: Fact): Sql {
  return sql`SELECT ${typedIdentity(fact)}, replacedRun FROM ${REPLACEMENTS} WHERE fact = ${literal(replacementName(fact))} AND byRun <= {snapshotRun:UInt32}`
}

/** Values of an expression over key and time for which rows were replaced up to the snapshot. */
export function replacedKeysSql(fact: Fact, key: Sql): Sql {
  const columns = typedColumns(fact).map(([name, value]) => sql`${value} AS ${identifier(name)}`)
  return sql`SELECT DISTINCT ${key} FROM (SELECT ${joinSql(columns)} FROM
    (SELECT identity FROM ${REPLACEMENTS} WHERE fact = ${literal(replacementName(fact))} AND byRun <= {snapshotRun:UInt32}))`
}

/** The columns of key and time out of the texts that a replacement has of them. */
export function typedIdentity(fact: Fact): Sql {
  return joinSql(typedColumns(fact).map(([, value]) => value))
}

// Rows of other facts may be read before they are left out: their texts need not be numbers.
function typedColumns(fact: Fact): [name: string, value: Sql][] {
  return identityColumns(fact).map((name, index) => {
    const text = sql`identity[${index + 1}]`
    if (name === fact.time) return [name, sql`toUInt32OrZero(${text})`]
    return [name, fact.key[name]?.kind === 'int' ? sql`toInt64OrZero(${text})` : text]
  })
}

/** Records what the rows of `{run:UInt32}` replace; `rows` is how many they are. */
export function recordSql(fact: Fact, rows: number): Sql {
  const table = tableOf(fact)
  const order = identifiers(fact.order)
  const incoming = sql`FROM ${table} WHERE run = {run:UInt32} AND quality != 'held'`
  const bounds = [fact.order[0], fact.time].flatMap((column) =>
    column === undefined
      ? []
      : [
          sql`${identifier(column)} BETWEEN (SELECT min(${identifier(column)}) ${incoming}) AND (SELECT max(${identifier(column)}) ${incoming})`,
        ],
  )
  const isTouched =
    rows <= MAX_KEYS_IN_MEMORY
      ? sql`(${order}) IN (SELECT ${order} ${incoming})`
      : joinSql(bounds, sql` AND `)
  return sql`INSERT INTO ${REPLACEMENTS} (fact, identity, replacedRun, byRun)
    SELECT ${literal(replacementName(fact))}, ${identityTexts(fact)}, maxIf(run, run < {run:UInt32}), max(run) FROM ${table}
    WHERE run <= {run:UInt32} AND quality != 'held' AND ${isTouched}
    GROUP BY ${order} HAVING max(run) = {run:UInt32} AND min(run) < {run:UInt32} ${IN_ORDER}`
}

/** Records all replacements up to `{run:UInt32}`; a row that its own run repeats replaces itself. */
export function recordAllSql(fact: Fact): Sql {
  return sql`INSERT INTO ${REPLACEMENTS} (fact, identity, replacedRun, byRun)
    SELECT ${literal(replacementName(fact))}, identity, pair.1, pair.2 FROM (
      SELECT ${identityTexts(fact)} AS identity, arraySort(groupArray(run)) AS runs FROM ${tableOf(fact)}
      WHERE run <= {run:UInt32} AND quality != 'held' GROUP BY ${identifiers(fact.order)} HAVING count() > 1
    ) ARRAY JOIN arrayZip(arrayPopBack(runs), arrayPopFront(runs)) AS pair ${IN_ORDER}`
}

/** Whether two of some rows have the same key and time; `from` is SQL from FROM to WHERE. */
export async function hasRepeats(
  engine: Engine,
  fact: Fact,
  { from, rows, params }: { from: Sql; rows: number; params?: SqlParams },
): Promise<boolean> {
  const order = identifiers(fact.order)
  // Two keys with one hash only cost time: what is done with repeated rows compares the keys.
  const statement =
    rows <= MAX_HASHED_ROWS
      ? sql`SELECT uniqExact(cityHash64(${order})) < count() AS isRepeated ${from}`
      : sql`SELECT count() > 0 AS isRepeated FROM (SELECT 1 ${from} GROUP BY ${order} HAVING count() > 1 LIMIT 1) ${IN_ORDER}`
  const [response] = await engine.writerQuery<{ isRepeated: number }>(statement, params)
  return response?.isRepeated === 1
}

function identityTexts(fact: Fact): Sql {
  return sql`[${joinSql(identityColumns(fact).map((name) => sql`toString(${identifier(name)})`))}]`
}
