import { at } from '../../lib/at.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { hasRepeats } from '../../store/replacement-sql.ts'

/** Rows in the table, and whether two of them may have the same key and time. */
export async function countRows(
  engine: Engine,
  fact: Fact,
  table: string,
): Promise<{ rows: number; held: number; repeated: boolean }> {
  const counted = await engine.writerQuery<{ rows: number; held: number }>(
    `SELECT count() AS rows, countIf(quality = 'held') AS held FROM ${table}`,
  )
  const { rows, held } = at(counted, 0)
  const repeated = await hasRepeats(engine, fact, { from: `FROM ${table}`, rows })
  return { rows, held, repeated }
}

/** Leaves one of identical rows, and none where they disagree: `conflicts` has their keys, if any. */
export async function removeDuplicates(
  engine: Engine,
  fact: Fact,
  tables: { rows: string; conflicts: string; unique: string },
): Promise<boolean> {
  const identity = identityColumns(fact).join(', ')
  await engine.command(
    `CREATE TABLE ${tables.conflicts} ENGINE = MergeTree ORDER BY tuple() AS SELECT ${identity} FROM ${tables.rows} GROUP BY ${identity} ` +
      `HAVING count() > 1 AND uniqExact(${contentSql(fact)}) > 1 SETTINGS optimize_aggregation_in_order = 1`,
  )
  await engine.command(`CREATE TABLE ${tables.unique} AS ${tables.rows}`)
  await engine.command(
    `INSERT INTO ${tables.unique} SELECT * FROM ${tables.rows} WHERE (${identity}) NOT IN (SELECT ${identity} FROM ${tables.conflicts}) LIMIT 1 BY ${identity}`,
  )
  await engine.command(
    `ALTER TABLE ${tables.rows} REPLACE PARTITION tuple() FROM ${tables.unique} SETTINGS allow_replace_partition_from_empty_source = 1`,
  )
  const found = await engine.writerQuery<{ rows: number }>(
    `SELECT count() AS rows FROM ${tables.conflicts}`,
  )
  return at(found, 0).rows > 0
}

/** What a row says, whatever types its columns have; NULL is not the empty text. */
export function contentSql(fact: Fact): string {
  const columns = [...sourceColumns(fact), 'quality']
  return `tuple(${columns.map((name) => `toString(${name}), isNull(${name})`).join(', ')})`
}
