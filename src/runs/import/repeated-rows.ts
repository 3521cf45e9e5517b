import { at } from '../../lib/at.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { hasRepeats } from '../../store/replacement-sql.ts'
import { literal } from '../sql-text.ts'
import { convertRows } from './convert.ts'
import type { InspectedFile } from './inspect.ts'
import { keepRows, type SettleOptions } from './settle-options.ts'

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

/** Of identical rows one stays; rows of one key that contradict each other are all rejected. */
export async function settleRepeated(
  files: readonly InspectedFile[],
  options: SettleOptions,
): Promise<void> {
  const { engine, fact, table, sideTable } = options
  const keys = sideTable('contradicted')
  const identity = identityColumns(fact).join(', ')
  try {
    await engine.command(
      `CREATE TABLE ${keys} ENGINE = MergeTree ORDER BY tuple() AS SELECT ${identity} FROM ${table} GROUP BY ${identity} ` +
        `HAVING count() > 1 AND uniqExact(${contentOf(fact)}) > 1 SETTINGS optimize_aggregation_in_order = 1`,
    )
    const isContradicted = `(${identity}) IN (SELECT ${identity} FROM ${keys})`
    await keepRows(options, `NOT ${isContradicted} LIMIT 1 BY ${identity}`)
    const found = await engine.writerQuery<{ rows: number }>(`SELECT count() AS rows FROM ${keys}`)
    if (at(found, 0).rows > 0) await rejectContradictions(files, options, isContradicted)
  } finally {
    await engine.command(`DROP TABLE IF EXISTS ${keys} SYNC`)
  }
}

/** Reads the files again for the rows, so that each names the first row that says otherwise. */
async function rejectContradictions(
  files: readonly InspectedFile[],
  { engine, fact, sideTable, rejects }: SettleOptions,
  isContradicted: string,
): Promise<void> {
  const rows = sideTable('contradictions')
  try {
    await engine.command(
      `CREATE TABLE ${rows} (file UInt32, fileRow UInt64, cells String, identity Array(String), texts Array(String), content String) ENGINE = MergeTree ORDER BY identity`,
    )
    for (const [index, file] of files.entries()) {
      const select = convertRows(file, fact)
      await engine.command(
        `INSERT INTO ${rows} SELECT ${index}, fileRow, cells, ${textsOf(identityColumns(fact))}, ${textsOf(comparedColumns(fact))}, toString(${contentOf(fact)}) ` +
          `FROM (${select.matching(isContradicted)})${select.settingsInOrder}`,
      )
    }
    await rejects.addSelect(contradictionsSql(files, fact, rows))
  } finally {
    await engine.command(`DROP TABLE IF EXISTS ${rows} SYNC`)
  }
}

function contradictionsSql(files: readonly InspectedFile[], fact: Fact, rows: string): string {
  const others = `SELECT identity, arraySort(groupArray((file, fileRow, texts, content))) AS all FROM ${rows} GROUP BY identity`
  const found =
    'SELECT file, fileRow, cells, arrayFirst(one -> one.4 != content, all) AS other, arrayFirstIndex((a, b) -> a != b, texts, other.3) AS place ' +
    `FROM ${rows} AS own INNER JOIN (${others}) AS others USING (identity)`
  const names = files.map(({ name }) => literal(files.length > 1 ? `${name}, ` : ''))
  const columns = comparedColumns(fact).map(literal)
  const same = literal(` has the same ${identityColumns(fact).join(', ')} and another `)
  return (
    `SELECT file, fileRow + 1 AS row, concat([${names.join(', ')}][other.1 + 1], 'row ', toString(other.2 + 1), ${same}, ` +
    `[${columns.join(', ')}][place], ' ("', substringUTF8(other.3[place], 1, 60), '")') AS reason, 0 AS wholeFile, cells FROM (${found})`
  )
}

function comparedColumns(fact: Fact): string[] {
  return [...Object.keys(fact.values), 'quality']
}

function textsOf(columns: readonly string[]): string {
  return `[${columns.map((name) => `ifNull(toString(${name}), '')`).join(', ')}]`
}

/** What a row says, whatever types its columns have; NULL is not the empty text. */
function contentOf(fact: Fact): string {
  const columns = [...sourceColumns(fact), 'quality']
  return `tuple(${columns.map((name) => `toString(${name}), isNull(${name})`).join(', ')})`
}
