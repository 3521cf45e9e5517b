import { AlmanacError } from '../lib/errors.ts'
import { sql } from '../lib/sql.ts'
import type { SqlParams, StatementReader } from '../store/engine.ts'
import type { Store } from '../store/store.ts'
import { SQL_FORMATS, type SqlFormat } from './formats.ts'
import { RunningStatements, type SqlLimits, settingsOf } from './limits.ts'
import { explainEngineError, tookTooLong, tooLarge } from './refusal.ts'
import { checkStatement } from './statement.ts'
import { viewNames, viewsSql } from './views.ts'

export interface SqlRequest {
  readonly query: string
  readonly parameters: SqlParams
  readonly asOfMs: number | undefined
  readonly format: SqlFormat
  /** Shows the engine's plan instead of the result, as `EXPLAIN` before the statement does. */
  readonly explain: boolean
  /** Who asks: limits count for each. */
  readonly caller: string
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal | undefined
}

export interface SqlResult {
  readonly bytes: Buffer
  readonly contentType: string
  /** The newest run that the result knows of. */
  readonly run: number
}

// A function may work on one block of rows for longer than the limit before the engine looks at it.
const GRACE_MS = 2_000
const MAX_TREE_ROWS = 100_000

/** Statements of callers over the facts, on connections of their own. */
export class UserSql {
  readonly #store: Store
  readonly #limits: SqlLimits
  readonly #url: string | undefined
  readonly #views: ReadonlySet<string>
  readonly #running: RunningStatements
  /** Connections without a statement; at most as many are opened as statements may run. */
  readonly #free: StatementReader[] = []
  /** Reads syntax trees, which may have more rows than a result. */
  #checker: Promise<StatementReader> | undefined

  constructor(store: Store, { limits, url }: { limits: SqlLimits; url: string | undefined }) {
    this.#store = store
    this.#limits = limits
    this.#running = new RunningStatements(limits)
    this.#url = url
    this.#views = viewNames(store.facts.values())
  }

  async run(request: SqlRequest): Promise<SqlResult> {
    if (this.#store.engine.kind === 'server' && this.#url === undefined) throw notSetUp()
    const statement = this.#running.begin(request.caller)
    const stop = new AbortController()
    const deadline = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => {
        statement.isOverdue = true
        stop.abort()
        deadline.reject(tookTooLong(this.#limits))
      },
      this.#limits.maxSec * 1_000 + GRACE_MS,
    )
    request.signal?.addEventListener('abort', () => stop.abort(), { once: true })
    const work = this.#work(request, stop.signal).finally(() => {
      clearTimeout(timer)
      this.#running.end(statement)
    })
    return Promise.race([work, deadline.promise])
  }

  async #work(request: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    const reader = this.#free.pop() ?? (await this.#open(this.#limits.maxRows))
    try {
      return await this.#read(reader, request, signal)
    } catch (error) {
      throw explainEngineError(error, this.#limits)
    } finally {
      this.#free.push(reader)
    }
  }

  async #read(
    reader: StatementReader,
    { query, parameters: params, asOfMs, format, explain }: SqlRequest,
    signal: AbortSignal,
  ): Promise<SqlResult> {
    const { facts } = this.#store
    this.#checker ??= this.#open(MAX_TREE_ROWS)
    const statement = await checkStatement(await this.#checker, query, {
      params,
      views: this.#views,
    })
    const snapshot = await this.#store.snapshotAt(asOfMs)
    const views = viewsSql(statement.views, facts, snapshot)
    // One row more than is allowed, so that the engine stops there and tells.
    const select = sql`${views}SELECT * FROM (${statement.sql}) LIMIT ${this.#limits.maxRows + 1}`
    const whole = explain || statement.explain ? sql`EXPLAIN ${select}` : select
    const { engine, contentType, shape } = SQL_FORMATS[format]
    const bytes = shape(await reader.read(whole, { format: engine, signal }))
    if (bytes.length > this.#limits.maxBytes) throw tooLarge(this.#limits)
    return { bytes, contentType, run: snapshot.run }
  }

  #open(maxRows: number): Promise<StatementReader> {
    const settings = settingsOf({ ...this.#limits, maxRows })
    return this.#store.engine.openReader({ settings, url: this.#url })
  }
}

function notSetUp(): AlmanacError {
  return new AlmanacError(
    'not_ready',
    'SQL needs an account of its own on the ClickHouse server: set ALMANAC_SQL_URL, see docs/sql.md.',
  )
}
