import { at } from '../../lib/at.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../lib/sql.ts'
import { countRows } from '../../store/count-rows.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { hasRepeats } from '../../store/replacement-sql.ts'
import type { ImportWork } from './import-work.ts'

/** Rows in the table, and whether two of them may have the same key and time. */
export async function countAll(
  engine: Engine,
  fact: Fact,
  table: Sql,
): Promise<{ rows: number; held: number; repeated: boolean }> {
  const counted = await engine.writerQuery<{ rows: number; held: number }>(
    sql`SELECT count() AS rows, countIf(quality = 'held') AS held FROM ${table}`,
  )
  const { rows, held } = at(counted, 0)
  const repeated = await hasRepeats(engine, fact, { from: sql`FROM ${table}`, rows })
  return { rows, held, repeated }
}

/** Leaves one of identical rows and none of others; `onConflicts` gets a table of their keys. */
export async function removeDuplicates(
  { engine, fact, table, sideTable }: Omit<ImportWork, 'rejects'>,
  onConflicts: (conflicts: Sql) => Promise<void>,
): Promise<void> {
  const tables = { rows: table, conflicts: sideTable('conflicts'), unique: sideTable('unique') }
  try {
    if (await separate(engine, fact, tables)) await onConflicts(tables.conflicts)
  } finally {
    for (const name of [tables.conflicts, tables.unique])
      await engine.command(sql`DROP TABLE IF EXISTS ${name} SYNC`)
  }
}

/** Whether any rows disagree. */
async function separate(
  engine: Engine,
  fact: Fact,
  tables: { rows: Sql; conflicts: Sql; unique: Sql },
): Promise<boolean> {
  const identity = identifiers(identityColumns(fact))
  await engine.command(
    sql`CREATE TABLE ${tables.conflicts} ENGINE = MergeTree ORDER BY tuple() AS SELECT ${identity} FROM ${tables.rows} GROUP BY ${identity} HAVING count() > 1 AND uniqExact(${contentSql(fact)}) > 1 SETTINGS optimize_aggregation_in_order = 1`,
  )
  await engine.command(sql`CREATE TABLE ${tables.unique} AS ${tables.rows}`)
  await engine.command(
    sql`INSERT INTO ${tables.unique} SELECT * FROM ${tables.rows} WHERE (${identity}) NOT IN (SELECT ${identity} FROM ${tables.conflicts}) LIMIT 1 BY ${identity}`,
  )
  await engine.command(
    sql`ALTER TABLE ${tables.rows} REPLACE PARTITION tuple() FROM ${tables.unique} SETTINGS allow_replace_partition_from_empty_source = 1`,
  )
  return (await countRows(engine, tables.conflicts)) > 0
}

/** What a row says, whatever types its columns have; NULL is not the empty text. */
export function contentSql(fact: Fact): Sql {
  const columns = [...sourceColumns(fact), 'quality']
  return sql`tuple(${joinSql(columns.map((name) => sql`toString(${identifier(name)}), isNull(${identifier(name)})`))})`
}
