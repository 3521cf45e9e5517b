import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'
import { convertRows } from './convert.ts'
import { contentSql, removeDuplicates } from './duplicates.ts'
import type { SettleOptions } from './import-work.ts'
import type { InspectedFile } from './inspect.ts'

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
