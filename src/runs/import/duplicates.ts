import { at } from '../../lib/at.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { countRows } from '../../store/count-rows.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { hasRepeats } from '../../store/replacement-sql.ts'
import { convertRows } from './convert.ts'
import type { ImportWork, SettleOptions } from './import-work.ts'
import type { InspectedFile } from './inspect.ts'

/** How many rows a table has, and how many of them are held. */
export async function countHeld(
  engine: Engine,
  table: Sql,
): Promise<{ rows: number; held: number }> {
  const counted = await engine.writerQuery<{ rows: number; held: number }>(
    sql`SELECT count() AS rows, countIf(quality = 'held') AS held FROM ${table}`,
  )
  return at(counted, 0)
}

/** Rows in the table, and whether two of them may have the same key and time. */
export async function countAll(
  engine: Engine,
  fact: Fact,
  table: Sql,
): Promise<{ rows: number; held: number; repeated: boolean }> {
  const { rows, held } = await countHeld(engine, table)
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

/** Of identical rows one stays; rows of one key that contradict each other are all rejected. */
export function settleRepeated(
  files: readonly InspectedFile[],
  options: SettleOptions,
): Promise<void> {
  const identity = identifiers(identityColumns(options.fact))
  return removeDuplicates(options, (conflicts) => {
    const isContradicted = sql`(${identity}) IN (SELECT ${identity} FROM ${conflicts})`
    return rejectContradictions(files, options, isContradicted)
  })
}

/** Reads the files again for the rows, so that each names the first row that says otherwise. */
async function rejectContradictions(
  files: readonly InspectedFile[],
  { engine, fact, sideTable, rejects }: SettleOptions,
  isContradicted: Sql,
): Promise<void> {
  const rows = sideTable('contradictions')
  try {
    await engine.command(
      sql`CREATE TABLE ${rows} (fileIndex UInt32, fileRow UInt64, cells String, identity Array(String), texts Array(String), content String) ENGINE = MergeTree ORDER BY identity`,
    )
    for (const [index, file] of files.entries()) {
      const select = convertRows(file, fact)
      await engine.command(
        sql`INSERT INTO ${rows} SELECT ${index}, fileRow, cells, ${textsOf(identityColumns(fact))}, ${textsOf(comparedColumns(fact))}, toString(${contentSql(fact)}) FROM (${select.matching(isContradicted)})${select.settingsInOrder}`,
        {},
        { files: select.files },
      )
    }
    await rejects.addSelect(contradictionsSql(files, fact, rows))
  } finally {
    await engine.command(sql`DROP TABLE IF EXISTS ${rows} SYNC`)
  }
}

function contradictionsSql(files: readonly InspectedFile[], fact: Fact, rows: Sql): Sql {
  const others = sql`SELECT identity, arraySort(groupArray((fileIndex, fileRow, texts, content))) AS all FROM ${rows} GROUP BY identity`
  const found = sql`SELECT fileIndex, fileRow, cells, arrayFirst(one -> one.4 != content, all) AS other, arrayFirstIndex((a, b) -> a != b, texts, other.3) AS place FROM ${rows} AS own INNER JOIN (${others}) AS others USING (identity)`
  const names = files.map(({ name }) => literal(files.length > 1 ? `${name}, ` : ''))
  const columns = comparedColumns(fact).map(literal)
  const same = literal(` has the same ${identityColumns(fact).join(', ')} and another `)
  return sql`SELECT fileIndex, fileRow + 1 AS row, concat([${joinSql(names)}][other.1 + 1], 'row ', toString(other.2 + 1), ${same}, [${joinSql(columns)}][place], ' ("', substringUTF8(other.3[place], 1, 60), '")') AS reason, 0 AS wholeFile, cells FROM (${found})`
}

function comparedColumns(fact: Fact): string[] {
  return [...Object.keys(fact.values), 'quality']
}

function textsOf(columns: readonly string[]): Sql {
  return sql`[${joinSql(columns.map((name) => sql`ifNull(toString(${identifier(name)}), '')`))}]`
}
