import type { Sql } from '../lib/sql.ts'

/** Values that are bound to the `{name:Type}` of a statement. */
export type SqlParams = Record<string, SqlValue>
type SqlValue = string | number | boolean | null | undefined | readonly SqlValue[]

/** Formats that results are requested in. */
export type OutputFormat =
  | 'JSONEachRow'
  | 'JSONCompactEachRowWithNamesAndTypes'
  | 'CSVWithNames'
  | 'Parquet'
  | 'ArrowStream'

/** What the embedded engine may do for one statement; a server has none of it. */
export interface FileAccess {
  /** Absolute paths that `file('…')` may read or write; without them no file can be reached. */
  files: readonly string[]
}

/** The facts engine, embedded or a server: the same SQL runs on both. */
export interface Engine {
  readonly kind: 'embedded' | 'server'
  /** Runs a read-only query; values go in as `{name:Type}` parameters, never as text. */
  query<Row>(statement: Sql, params?: SqlParams): Promise<Row[]>
  /** The same, column by column: cheaper for long series. */
  columns<Result extends Record<string, unknown[]>>(
    statement: Sql,
    params?: SqlParams,
  ): Promise<Result>
  /** Runs a statement that writes; only the store and runs call it. */
  command(statement: Sql, params?: SqlParams, access?: FileAccess): Promise<void>
  /** Runs a statement about tables on every node that answers; one of each shard must. */
  ddl(statement: Sql, params?: SqlParams): Promise<void>
  /** The same where no node may lack it: each has to answer. */
  onEveryNode(statement: Sql, params?: SqlParams): Promise<void>
  /** Runs a statement about rows on one node of every shard, the same as long as that answers. */
  onShards(statement: Sql, params?: SqlParams): Promise<void>
  /** What each node that answers says about itself. */
  queryNodes<Row>(statement: Sql, params?: SqlParams): Promise<Row[][]>
  /** A query on the writing connection, which sees tables made just now. */
  writerQuery<Row>(statement: Sql, params?: SqlParams, access?: FileAccess): Promise<Row[]>
  insert(table: Sql, rows: readonly object[]): Promise<void>
  /** Streams bytes into an `INSERT … FORMAT …`; only a server has it. */
  streamInsert(statement: Sql, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Streams the rows of a query in an output format. */
  stream(
    statement: Sql,
    format: OutputFormat,
    params?: SqlParams,
  ): Promise<AsyncIterable<Uint8Array>>
  /** Finds out which servers answer: reads that wait for another one are tried elsewhere. */
  check?(): Promise<void>
  /** Asked before each statement that writes; it throws when another process may be writing. */
  guardWrites?(check: (() => void) | undefined): void
  /** Ends statements that write, of this process or of another one. */
  cancelWrites?(session: string): Promise<unknown>
  /** A connection apart from all others, for statements that may take long. */
  openReader(options: ReaderOptions): Promise<StatementReader>
  /** Cancels what runs, waits for its end and closes; from then on everything is refused. */
  close(): Promise<void>
}

export interface ReaderOptions {
  /** No statement can change them. */
  settings: Record<string, string | number>
  /** The account that statements have on a server. */
  url: string | undefined
}

export interface ReadOptions {
  format: OutputFormat
  params?: SqlParams
  signal?: AbortSignal | undefined
}

/** Runs one statement at a time; it is closed with its engine. */
export interface StatementReader {
  /** The result in an output format. Aborting cancels the statement inside the engine. */
  read(statement: Sql, options: ReadOptions): Promise<Buffer>
}

/** Settings under which both engines answer alike. */
export const READ_SETTINGS: Record<string, string | number> = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  max_execution_time: 60,
  max_memory_usage: 2_000_000_000,
}

export const WRITE_SETTINGS: Record<string, string | number> = {
  output_format_json_quote_64bit_integers: 0,
  // The default parser of floats may be off by one bit; figures must come back as they went in.
  precise_float_parsing: 1,
  date_time_input_format: 'best_effort',
  input_format_csv_allow_variable_number_of_columns: 1,
  input_format_json_read_numbers_as_strings: 1,
  input_format_json_read_bools_as_strings: 1,
  input_format_json_read_arrays_as_strings: 1,
  input_format_json_read_objects_as_strings: 1,
  input_format_skip_unknown_fields: 1,
  engine_file_truncate_on_insert: 1,
}
