import type { FileFormat } from './detect-format.ts'
import type { Source } from './source.ts'
import { identifier, literal } from './sql-text.ts'

/** Columns of a mended copy: what is wrong with a row's text, and that text. */
export const PROBLEM_COLUMN = 'almanacProblem'
export const LINE_COLUMN = 'almanacLine'

const ENGINE_FORMATS: Record<FileFormat, string> = {
  csv: 'CSV',
  ndjson: 'JSONEachRow',
  parquet: 'Parquet',
  arrow: 'Arrow',
}

/** The table function that reads the file. */
export function fileFunction(source: Source): string {
  const place = `${literal(source.path)}, '${ENGINE_FORMATS[source.format]}'`
  if (source.format === 'parquet' || source.format === 'arrow') return `file(${place})`
  const columns = source.columns.map((column) => `${identifier(column.name)} ${column.type}`)
  if (source.mended)
    columns.unshift(`${PROBLEM_COLUMN} Nullable(String)`, `${LINE_COLUMN} Nullable(String)`)
  return `file(${place}, ${literal(columns.join(', '))}, '${source.compression}')`
}

/** Settings for reading it; `inOrder` when rows are to be numbered. */
export function readSettings(source: Source, { inOrder = false } = {}): string {
  const settings: string[] = []
  if (source.format === 'csv') {
    // The header is skipped as a record, however many lines its names take; a mended copy has none.
    settings.push(`input_format_csv_skip_first_lines = ${source.mended ? 0 : 1}`)
    settings.push(
      'input_format_csv_allow_variable_number_of_columns = 0',
      'input_format_csv_skip_trailing_empty_lines = 1',
    )
  }
  // Otherwise `true` would be read as the number 1.
  if (source.format === 'ndjson') settings.push('input_format_json_read_bools_as_numbers = 0')
  if (inOrder)
    settings.push(
      'input_format_parallel_parsing = 0',
      'max_threads = 1',
      'output_format_json_escape_forward_slashes = 0',
    )
  return settings.length > 0 ? ` SETTINGS ${settings.join(', ')}` : ''
}
