import { identifier, joinSql, literal, quotedIdentifier, type Sql, sql } from '../../lib/sql.ts'
import type { FileFormat } from './files/detect-format.ts'
import { LINE_COLUMN, PROBLEM_COLUMN } from './files/fix-text.ts'
import type { InspectedFile } from './inspect.ts'
import { isBinary } from './open.ts'

const ENGINE_FORMATS: Record<FileFormat, string> = {
  csv: 'CSV',
  json: 'JSONEachRow',
  ndjson: 'JSONEachRow',
  parquet: 'Parquet',
  arrow: 'Arrow',
}

// Sorting and writing rows takes longer than reading them, and one thread does it by default.
const WRITER_THREADS = 2
// Room for a thousand columns, whose names the statement has several times.
const MAX_QUERY_BYTES = 16 << 20

/** The table function that reads the file. */
export function fileFunction(file: InspectedFile): Sql {
  const place = sql`${literal(file.path)}, ${literal(ENGINE_FORMATS[file.format])}`
  if (isBinary(file.format)) return sql`file(${place})`
  const columns = file.columns.map((column) => sql`${quotedIdentifier(column.name)} ${column.type}`)
  if (file.isFixed)
    columns.unshift(
      sql`${identifier(PROBLEM_COLUMN)} Nullable(String)`,
      sql`${identifier(LINE_COLUMN)} Nullable(String)`,
    )
  return sql`file(${place}, ${literal(joinSql(columns).text)}, ${literal(file.compression)})`
}

/** Settings for reading it; `inOrder` when rows are to be numbered. */
export function readSettings(file: InspectedFile, { inOrder = false } = {}): Sql {
  const settings = [sql`max_query_size = ${MAX_QUERY_BYTES}`]
  if (file.format === 'csv') {
    // The header is skipped as a record, however many lines it has; a fixed copy has none.
    settings.push(sql`input_format_csv_skip_first_lines = ${file.isFixed ? 0 : 1}`)
    settings.push(
      sql`input_format_csv_allow_variable_number_of_columns = 0`,
      sql`input_format_csv_skip_trailing_empty_lines = 1`,
    )
  }
  // Otherwise `true` would be read as the number 1.
  if (file.format === 'json' || file.format === 'ndjson')
    settings.push(
      sql`input_format_json_read_bools_as_numbers = 0`,
      // Otherwise a member COIN would count as coin.
      sql`input_format_column_name_matching_mode = 'match_case'`,
    )
  if (inOrder)
    settings.push(
      sql`input_format_parallel_parsing = 0`,
      sql`max_threads = 1`,
      // Rows that a filter leaves out before the others are read would not be counted.
      sql`optimize_move_to_prewhere = 0`,
      sql`query_plan_optimize_prewhere = 0`,
      sql`output_format_json_escape_forward_slashes = 0`,
    )
  else settings.push(sql`max_insert_threads = ${WRITER_THREADS}`)
  return sql` SETTINGS ${joinSql(settings)}`
}
