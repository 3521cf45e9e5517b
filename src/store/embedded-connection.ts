import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseSettings, createClient } from '@clickhouse/client'
import { literal, type Sql, sql, statementText } from '../lib/sql.ts'
import type { ReadOptions, StatementReader } from './engine.ts'
import { requireOnlyFiles } from './file-access.ts'

export type Client = ReturnType<typeof createClient>
/** Sends the text of a statement that may run. */
export type Work<T> = (client: Client, query: string) => Promise<T>

/** A connection to the embedded engine: it runs one statement after the other. */
export class EmbeddedConnection {
  readonly #client: Client
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isClear = true

  constructor(client: Client) {
    this.#client = client
  }

  /** Statements that run or wait here. */
  get waiting(): number {
    return this.#waiting
  }

  /** Runs one statement, which must reach no other file than these. */
  async run<T>(statement: Sql, work: Work<T>, files: readonly string[] = []): Promise<T> {
    const query = statementText(statement)
    requireOnlyFiles(query, files)
    return this.#enqueue((client) => work(client, query))
  }

  /** Inserts rows, which are no SQL. */
  insert(table: Sql, values: readonly object[]): Promise<unknown> {
    const insert = sql`INSERT INTO ${table}`
    const format = 'JSONEachRow'
    return this.run(insert, (client) => client.insert({ table: table.text, values, format }))
  }

  #enqueue<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.#waiting++
    const next = this.#last.then(() => this.#runNext(work)).finally(() => this.#waiting--)
    this.#last = next.catch(() => undefined)
    return next
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #runNext<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (!this.#isClear) await this.#clear()
    this.#isClear = false
    try {
      const result = await work(this.#client)
      this.#isClear = true
      return result
    } catch (error) {
      // If this fails too, it is tried again before the next statement.
      await this.#clear().catch(() => undefined)
      throw error
    }
  }

  /**
   * A failed statement keeps its memory until the next one begins, and the rows that it had written
   * by then come before that one's own. So the next one is for nobody. (Closing the connection
   * would do the same, but the library closes none while any other has a statement running.)
   */
  async #clear(): Promise<void> {
    const { stream } = await this.#client.exec({ query: 'SELECT 1' })
    await buffer(stream)
    this.#isClear = true
  }
}

interface ReaderParts {
  connection: EmbeddedConnection
  run<T>(work: () => Promise<T>): Promise<T>
  /** Runs a statement on a connection that is free. */
  kill(statement: Sql): Promise<void>
}

const KILL_INTERVAL_MS = 50
let statementCount = 0

/** Reads by a connection of its own, for statements that may fail or be cancelled. */
export function embeddedReader({ connection, run, kill }: ReaderParts): StatementReader {
  const readOn = async (
    client: Client,
    query: string,
    { format, params = {}, signal }: ReadOptions,
  ): Promise<Buffer> => {
    signal?.throwIfAborted()
    // The embedded engine has no ids of statements: a comment in front tells one from another.
    const mark = `/* statement ${statementCount++} */`
    let isRunning = true
    const cancel = async () => {
      // A statement that has not begun yet cannot be killed, so once is not enough.
      while (isRunning) {
        const isMarked = sql`startsWith(query, ${literal(mark)})`
        await kill(sql`KILL QUERY WHERE ${isMarked} ASYNC`).catch(() => undefined)
        await sleep(KILL_INTERVAL_MS)
      }
    }
    const onAbort = () => void cancel()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const { stream } = await client.exec({
        query: `${mark} ${query}`,
        query_params: params,
        clickhouse_settings: { default_format: format } as ClickHouseSettings,
      })
      return await buffer(stream)
    } finally {
      isRunning = false
      signal?.removeEventListener('abort', onAbort)
    }
  }
  return {
    read: (statement, options) =>
      run(() => connection.run(statement, (client, query) => readOn(client, query, options))),
  }
}
