import type { Engine } from '../../store/engine.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { hasRepeats } from '../../store/replacement-sql.ts'

/** Rows in the table, and whether two of them may have the same key and time. */
export async function countRows(
  engine: Engine,
  fact: Fact,
  table: string,
): Promise<{ rows: number; held: number; repeated: boolean }> {
  const [found] = await engine.writerQuery<{ rows: number; held: number }>(
    `SELECT count() AS rows, countIf(quality = 'held') AS held FROM ${table}`,
  )
  const { rows, held } = found ?? { rows: 0, held: 0 }
  const repeated = await hasRepeats(engine, fact, { from: `FROM ${table}`, rows })
  return { rows, held, repeated }
}

/**
 * Leaves one of each set of identical rows and none of a set that disagrees. The keys and times of
 * the latter are put in `conflicts`. Returns whether there are any.
 */
export async function settleDuplicates(
  engine: Engine,
  fact: Fact,
  tables: { rows: string; conflicts: string; kept: string },
): Promise<boolean> {
  const identity = identityColumns(fact).join(', ')
  const content = [...sourceColumns(fact), 'quality']
    .map((name) => `toString(${name}), isNull(${name})`)
    .join(', ')
  await engine.command(
    `CREATE TABLE ${tables.conflicts} ENGINE = MergeTree ORDER BY tuple() AS SELECT ${identity} FROM ${tables.rows} GROUP BY ${identity} ` +
      `HAVING count() > 1 AND uniqExact(tuple(${content})) > 1 SETTINGS optimize_aggregation_in_order = 1`,
  )
  await engine.command(`CREATE TABLE ${tables.kept} AS ${tables.rows}`)
  await engine.command(
    `INSERT INTO ${tables.kept} SELECT * FROM ${tables.rows} WHERE (${identity}) NOT IN (SELECT ${identity} FROM ${tables.conflicts}) LIMIT 1 BY ${identity}`,
  )
  await engine.command(`ALTER TABLE ${tables.rows} REPLACE PARTITION tuple() FROM ${tables.kept}`)
  const [found] = await engine.writerQuery<{ rows: number }>(
    `SELECT count() AS rows FROM ${tables.conflicts}`,
  )
  return (found?.rows ?? 0) > 0
}

export async function dropTables(engine: Engine, tables: readonly string[]): Promise<void> {
  for (const table of tables) await engine.command(`DROP TABLE IF EXISTS ${table} SYNC`)
}
