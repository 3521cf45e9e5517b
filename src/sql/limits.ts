import { AlmanacError } from '../lib/errors.ts'

/** What one statement and one caller may use. */
export interface SqlLimits {
  readonly maxSec: number
  readonly memoryMb: number
  readonly maxRows: number
  readonly maxBytes: number
  /** Statements that run at the same time, of one caller and of all. */
  readonly maxPerCaller: number
  readonly maxConcurrent: number
}

export const MAX_STATEMENT_CHARS = 64_000

/** Settings of the engine under which statements run; none can change them. */
export function settingsOf(limits: SqlLimits): Record<string, string | number> {
  return {
    max_execution_time: limits.maxSec,
    max_memory_usage: limits.memoryMb * 1_000_000,
    max_result_rows: limits.maxRows,
    max_result_bytes: limits.maxBytes,
    result_overflow_mode: 'throw',
    max_threads: 1,
    // A function works on a whole block before the engine looks at the clock again.
    max_block_size: 8_192,
    // What does not fit into memory is refused: files of their own could fill the disk.
    max_bytes_ratio_before_external_group_by: 0,
    max_bytes_ratio_before_external_sort: 0,
    max_query_size: 1_000_000,
    max_parser_depth: 300,
    max_ast_depth: 300,
    max_ast_elements: 20_000,
    max_expanded_ast_elements: 100_000,
    max_subquery_depth: 50,
    max_recursive_cte_evaluation_depth: 100,
    function_range_max_elements_in_block: 1_000_000,
    allow_introspection_functions: 0,
    allow_ddl: 0,
    // As in other databases: UNION drops repeats, and a row without a match has NULLs, not zeros.
    union_default_mode: 'DISTINCT',
    join_use_nulls: 1,
    joined_subquery_requires_alias: 0,
    session_timezone: 'UTC',
    date_time_output_format: 'iso',
    output_format_json_quote_64bit_integers: 0,
    output_format_json_quote_denormals: 0,
    output_format_json_escape_forward_slashes: 0,
    format_csv_null_representation: '',
    output_format_arrow_string_as_string: 1,
    // Not every reader knows the codecs; the response itself is compressed for those who ask.
    output_format_arrow_compression_method: 'none',
    output_format_parquet_string_as_string: 1,
  }
}

/** One running statement. */
export interface RunningStatement {
  readonly caller: string
  /** It could not be stopped in time: it keeps its caller waiting, but fewer of the others. */
  isOverdue: boolean
}

/** Who runs statements: as many as the limits say, and no queue behind them. */
export class RunningStatements {
  readonly #limits: SqlLimits
  readonly #running = new Set<RunningStatement>()

  constructor(limits: SqlLimits) {
    this.#limits = limits
  }

  begin(caller: string): RunningStatement {
    const running = [...this.#running]
    const own = running.filter((statement) => statement.caller === caller).length
    const inTime = running.filter(({ isOverdue }) => !isOverdue).length
    const { maxPerCaller, maxConcurrent } = this.#limits
    if (own >= maxPerCaller)
      throw this.#refuse('rate_limited', 'This key runs a statement already. Wait for its end.')
    if (inTime >= maxConcurrent || running.length >= 2 * maxConcurrent)
      throw this.#refuse('overloaded', 'All places for statements are taken. Try again shortly.')
    const statement = { caller, isOverdue: false }
    this.#running.add(statement)
    return statement
  }

  end(statement: RunningStatement): void {
    this.#running.delete(statement)
  }

  #refuse(code: 'rate_limited' | 'overloaded', message: string): AlmanacError {
    const retrySec = Math.ceil(this.#limits.maxSec / 2)
    return new AlmanacError(code, message, { headers: { 'Retry-After': String(retrySec) } })
  }
}
